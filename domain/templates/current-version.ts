import { TemplateVersion } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { NotAuthenticError } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { assertSource, SOURCE_COLUMNS } from './source-rows.ts';

const currentVersions = statement(
  (db, { organisationId, templateId }: Bound<{ organisationId: string; templateId: string }>) =>
    db
      .selectFrom('templates as t')
      .innerJoin('template_versions as v', (join) =>
        join
          .onRef('v.organisationId', '=', 't.organisationId')
          .onRef('v.templateId', '=', 't.id')
          .onRef('v.version', '=', 't.currentVersion'),
      )
      .innerJoin('organisations as o', (join) => join.on('o.id', '=', organisationId))
      .select(SOURCE_COLUMNS)
      .where('t.id', '=', templateId)
      .where('t.archivedAt', 'is', null)
      .where(({ eb, or }) => or([eb('t.organisationId', '=', organisationId), eb('t.type', '=', 'PUBLIC')]))
      .limit(1),
);

/** What certificates are issued from: one version of a template, without its design's bytes. */
export type IssuableVersion = ReturnType<typeof toVersion>;

/** The version that the organisation's new certificates are made from, of its own template or a public one. */
export async function currentVersion(context: DomainContext, templateId: string): Promise<IssuableVersion> {
  const [version] = await currentVersions(context.em(), { organisationId: context.organisationId, templateId });
  if (!version) throw notFound();
  return toVersion(context, version);
}

/** Throws NotAuthenticError for rows that the product did not write. */
function toVersion(context: DomainContext, row: Awaited<ReturnType<typeof currentVersions>>[number]) {
  assertSource(context, row);
  return {
    organisationId: row.designOrganisationId,
    templateId: row.designId,
    templateName: row.designName,
    version: row.versionVersion,
    digest: row.versionDigest,
    detectedVariables: row.versionDetectedVariables,
    recipientNameVariable: row.versionRecipientNameVariable,
    variables: row.versionVariables,
    organizationName: row.issuerOrganizationName,
  };
}

/** Returns the design's canonical JSON. NotAuthenticError where it does not have the digest. */
export async function loadDesign(
  em: EntityManager,
  key: { organisationId: string; templateId: string; version: number; digest: Uint8Array },
): Promise<string> {
  const { organisationId, templateId, version, digest } = key;
  const row = await em.findOneOrFail(TemplateVersion, { organisationId, templateId, version }, { fields: ['design'] });
  if (!sha256(row.design).equals(digest)) throw new NotAuthenticError('template_versions');
  return row.design;
}
