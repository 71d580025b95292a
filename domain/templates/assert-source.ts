import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';
import { coveredAs, isJoinedAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { counted } from '../shared/caches.ts';
import { atMost } from '../shared/entries.ts';
import { liveOf } from '../shared/ids.ts';

/** A version of a template, and the organisation that issues from it. */
interface Source {
  /** Null for a certificate that was imported without a template. */
  templateOrganisationId: string | null;
  templateId: string | null;
  templateVersion: number | null;
  organisationId: string;
}

type Templated = { [Member in keyof Source]: NonNullable<Source[Member]> };

/**
 * Identifies the states of a template's row `t`, its version's row `v` and the issuing organisation's row `o`. Consists of PostgreSQL's
 * `xmin` and `ctid`, which change with every update. Those of missing rows are left out.
 */
export const SOURCE_PLACE = sql<string>`concat(t.xmin::text, t.ctid::text, v.xmin::text, v.ctid::text,
  o.xmin::text, o.ctid::text)`;

const readSource = statement((db, source: Bound<Templated>) =>
  db
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.organisationId', '=', 't.organisationId').onRef('v.templateId', '=', 't.id'),
    )
    .innerJoin('organisations as o', (join) => join.on('o.id', '=', source.organisationId))
    .select(coveredAs('t', 'templates', 'design'))
    .select(coveredAs('v', 'template_versions', 'version'))
    .select(coveredAs('o', 'organisations', 'issuer'))
    .select([
      SOURCE_PLACE.as('place'),
      sql<boolean>`sha256(convert_to(v.design, 'UTF8')) = v.digest`.as('isDesignIntact'),
    ])
    .where('t.organisationId', '=', source.templateOrganisationId)
    .where('t.id', '=', source.templateId)
    .where('v.version', '=', source.templateVersion),
);

/** Reads the issuer alone, for certificates without a template. */
const readIssuer = statement((db, { organisationId }: Bound<{ organisationId: string }>) =>
  db
    .selectFrom('organisations as o')
    .select(coveredAs('o', 'organisations', 'issuer'))
    .select(sql<string>`concat(o.xmin::text, o.ctid::text)`.as('place'))
    .where('o.id', '=', organisationId),
);

/** States of rows that were found authentic. Many certificates share them, and a design can have megabytes. */
const genuine = new LRUCache<string, true>(atMost(10_000));

/**
 * Returns false if the template, the version, its design or the organisation, in the states of `place`, was changed outside Laurel. Throws
 * SERVICE_UNAVAILABLE if they were updated since the caller read them.
 */
export async function isSourceGenuine(
  services: Pick<Services, 'em' | 'authenticator'>,
  source: Source,
  place: string,
): Promise<boolean> {
  const { templateOrganisationId, templateId, templateVersion } = source;
  const organisationId = liveOf(source.organisationId);
  const key = `${templateOrganisationId} ${templateId} ${templateVersion} ${organisationId} ${place}`;
  if (counted('sources', genuine.has(key))) return true;
  const current =
    templateOrganisationId && templateId && templateVersion
      ? await genuinePlace(services, { templateOrganisationId, templateId, templateVersion, organisationId })
      : await genuineIssuerPlace(services, organisationId);
  const isGenuine = current !== null;
  // The caller read an earlier state of the rows, which can no longer be checked.
  if (isGenuine && current !== place) throw refusal('just_changed', {}, { retryAfter: 1 });
  if (isGenuine) genuine.set(key, true);
  return isGenuine;
}

type Checking = Pick<Services, 'em' | 'authenticator'>;

/** Returns the current state of the rows; null if one is missing or not authentic. */
async function genuinePlace(services: Checking, source: Templated): Promise<string | null> {
  const [row] = await readSource(services.em(), source);
  const isGenuine =
    row?.isDesignIntact === true &&
    isJoinedAuthentic(services, 'templates', 'design', row) &&
    isJoinedAuthentic(services, 'template_versions', 'version', row) &&
    isJoinedAuthentic(services, 'organisations', 'issuer', row);
  return isGenuine ? row.place : null;
}

async function genuineIssuerPlace(services: Checking, organisationId: string): Promise<string | null> {
  const [row] = await readIssuer(services.em(), { organisationId });
  return row && isJoinedAuthentic(services, 'organisations', 'issuer', row) ? row.place : null;
}

/** Throws NotAuthenticError if `isSourceGenuine` returns false. */
export async function assertSource(
  services: Pick<Services, 'em' | 'authenticator'>,
  source: Source,
  place: string,
): Promise<void> {
  if (!(await isSourceGenuine(services, source, place)))
    throw new NotAuthenticError('templates, template_versions or organisations');
}
