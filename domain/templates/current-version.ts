import { TemplateVersion } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';

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
      .select(['t.organisationId', 't.id as templateId', 'v.version', 'v.digest', 'v.detectedVariables'])
      .select(['v.recipientNameVariable', 'v.variables', 't.name as templateName', 'o.organizationName'])
      .where('t.id', '=', templateId)
      .where('t.archivedAt', 'is', null)
      .where(({ eb, or }) => or([eb('t.organisationId', '=', organisationId), eb('t.type', '=', 'PUBLIC')]))
      .limit(1),
);

/** What certificates are issued from: one version of a template, without its design's bytes. */
export type IssuableVersion = Awaited<ReturnType<typeof currentVersions>>[number];

/** The version that the organisation's new certificates are made from, of its own template or a public one. */
export async function currentVersion(context: DomainContext, templateId: string): Promise<IssuableVersion> {
  const [version] = await currentVersions(context.em(), { organisationId: context.organisationId, templateId });
  if (!version) throw notFound();
  return version;
}

/** The design's canonical JSON. */
export async function loadDesign(
  em: EntityManager,
  key: { organisationId: string; templateId: string; version: number },
): Promise<string> {
  const { organisationId, templateId, version } = key;
  const row = await em.findOneOrFail(TemplateVersion, { organisationId, templateId, version }, { fields: ['design'] });
  return row.design;
}
