import { sql } from 'kysely';
import { TemplateVersion } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { NotAuthenticError } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { liveOf } from '../shared/ids.ts';
import { assertSource, SOURCE_PLACE } from './assert-source.ts';

const issuableVersions = statement(
  (
    db,
    {
      organisationId,
      templateId,
      version,
    }: Bound<{ organisationId: string; templateId: string; version: number | null }>,
  ) =>
    db
      .selectFrom('templates as t')
      .innerJoin('template_versions as v', (join) =>
        join
          .onRef('v.organisationId', '=', 't.organisationId')
          .onRef('v.templateId', '=', 't.id')
          .on('v.version', '=', sql<number>`coalesce(${version}::int, t.current_version)`),
      )
      .innerJoin('organisations as o', (join) => join.on('o.id', '=', organisationId))
      .select(['t.organisationId', 't.id as templateId', 'v.version', 'v.digest', 'v.detectedVariables'])
      .select(['v.recipientNameVariable', 'v.variables', 't.name as templateName', 'o.organizationName'])
      .select(['v.rules', 'o.timeZone'])
      .select(SOURCE_PLACE.as('sourcePlace'))
      .where('t.id', '=', templateId)
      // A version from which certificates were issued remains theirs.
      .where(({ eb, or }) => or([sql<boolean>`${version}::int is not null`, eb('t.archivedAt', 'is', null)]))
      .where(({ eb, or }) =>
        or([
          ...[eb('t.organisationId', '=', organisationId), eb('t.type', '=', 'PUBLIC')],
          sql<boolean>`${version}::int is not null`,
        ]),
      )
      .limit(1),
);

/** Version of a template from which certificates are issued, without its design. */
export type IssuableVersion = Omit<Awaited<ReturnType<typeof issuableVersions>>[number], 'sourcePlace'>;

/**
 * Returns the version from which the organisation issues new certificates, of its own template or a public one. Throws NotAuthenticError
 * for rows that were changed outside Laurel.
 */
export async function currentVersion(context: DomainContext, templateId: string): Promise<IssuableVersion> {
  return issuableVersion(context, { templateId, version: null });
}

/**
 * Returns a version of a template from which one of the organisation's certificates was issued, even if it is archived or private by now.
 */
export const issuedVersion = (
  context: DomainContext,
  { templateId, version }: { templateId: string; version: number },
): Promise<IssuableVersion> => issuableVersion(context, { templateId, version });

async function issuableVersion(
  context: DomainContext,
  { templateId, version: wanted }: { templateId: string; version: number | null },
): Promise<IssuableVersion> {
  const organisationId = liveOf(context.organisationId);
  const [version] = await issuableVersions(context.em(), { organisationId, templateId, version: wanted });
  if (!version) throw notFound();
  const { organisationId: templateOrganisationId, version: templateVersion } = version;
  const source = { templateOrganisationId, templateId, templateVersion, organisationId };
  await assertSource(context, source, version.sourcePlace);
  return version;
}

/** Returns the design's canonical JSON. Throws NotAuthenticError if its digest differs. */
export async function loadDesign(
  em: EntityManager,
  key: { organisationId: string; templateId: string; version: number; digest: Uint8Array },
): Promise<string> {
  const { organisationId, templateId, version, digest } = key;
  const row = await em.findOneOrFail(TemplateVersion, { organisationId, templateId, version }, { fields: ['design'] });
  if (!sha256(row.design).equals(digest)) throw new NotAuthenticError('template_versions');
  return row.design;
}
