import { sql } from 'kysely';
import { TemplateVersion } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** What certificates are made from: one version of a template, without its design's bytes. */
export interface IssuableVersion {
  organisationId: string;
  templateId: string;
  version: number;
  digest: Buffer;
  detectedVariables: string[];
  recipientNameVariable: string;
  organizationName: string | null;
}

/** The version that the organisation's new certificates are made from, of its own template or a public one. */
export async function currentVersion(context: DomainContext, templateId: string): Promise<IssuableVersion> {
  const { rows } = await sql<IssuableVersion>`
    select t.organisation_id as "organisationId", t.id as "templateId", v.version, v.digest,
           v.detected_variables as "detectedVariables", v.recipient_name_variable as "recipientNameVariable",
           o.organization_name as "organizationName"
    from templates t
    join template_versions v
      on v.organisation_id = t.organisation_id and v.template_id = t.id and v.version = t.current_version
    join organisations o on o.id = ${context.organisationId}
    where t.id = ${templateId} and t.archived_at is null and (t.organisation_id = ${context.organisationId} or t.type = 'PUBLIC')
    limit 1`.execute(database(context.em()));
  const [version] = rows;
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
