import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';
import { coveredAs, isJoinedAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { counted } from '../shared/caches.ts';

/** A version of a template, and the organisation that issues from it. */
interface Source {
  templateOrganisationId: string;
  templateId: string;
  templateVersion: number;
  organisationId: string;
}

/**
 * Identifies the states of a template's row `t`, its version's row `v` and the issuing organisation's row `o`. Consists of PostgreSQL's
 * `xmin` and `ctid`, which change with every update. Null if a row is missing.
 */
export const SOURCE_PLACE = sql<string | null>`(t.xmin::text || t.ctid::text || v.xmin::text || v.ctid::text
  || o.xmin::text || o.ctid::text)`;

const readSource = statement((db, source: Bound<Source>) =>
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

/** States of rows that were found authentic. Many certificates share them, and a design can have megabytes. */
const genuine = new LRUCache<string, true>({ max: 10_000 });

/**
 * Returns false if the template, the version, its design or the organisation, in the states of `place`, was changed outside Laurel. Throws
 * SERVICE_UNAVAILABLE if they were updated since the caller read them.
 */
export async function isSourceGenuine(
  services: Pick<Services, 'em' | 'authenticator'>,
  source: Source,
  place: string | null,
): Promise<boolean> {
  if (place === null) return false;
  const { templateOrganisationId, templateId, templateVersion, organisationId } = source;
  const key = `${templateOrganisationId} ${templateId} ${templateVersion} ${organisationId} ${place}`;
  if (counted('sources', genuine.has(key))) return true;
  const [row] = await readSource(services.em(), {
    templateOrganisationId,
    templateId,
    templateVersion,
    organisationId,
  });
  const isGenuine =
    row?.isDesignIntact === true &&
    isJoinedAuthentic(services, 'templates', 'design', row) &&
    isJoinedAuthentic(services, 'template_versions', 'version', row) &&
    isJoinedAuthentic(services, 'organisations', 'issuer', row);
  // The caller read an earlier state of the rows, which can no longer be checked.
  if (isGenuine && row.place !== place) throw refusal('just_changed', {}, { retryAfter: 1 });
  if (isGenuine) genuine.set(key, true);
  return isGenuine;
}

/** Throws NotAuthenticError if `isSourceGenuine` returns false. */
export async function assertSource(
  services: Pick<Services, 'em' | 'authenticator'>,
  source: Source,
  place: string | null,
): Promise<void> {
  if (!(await isSourceGenuine(services, source, place)))
    throw new NotAuthenticError('templates, template_versions or organisations');
}
