import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { DomainContext, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso } from '../shared/schemas.ts';
import type { Template } from './schemas.ts';
import { thumbnailUrl } from './thumbnail.ts';

interface Row {
  id: string;
  organisation_id: string;
  digest: Buffer;
  name: string;
  formation_name: string | null;
  description: string | null;
  type: 'PRIVATE' | 'PUBLIC';
  detected_variables: string[];
  recipient_name_variable: string;
  times_used: string | null;
  /** As PostgreSQL writes them: MikroORM leaves dates alone in SQL of our own. */
  created_at: string;
  updated_at: string;
}

/** The organisation's templates and the public ones, newest first (specification 4.1). */
export async function listTemplates(context: DomainContext): Promise<{ templates: Template[] }> {
  return { templates: await select(context, null) };
}

/** One template (specification 4.2). */
export async function getTemplate(context: DomainContext, input: { id: string }): Promise<Template> {
  const [template] = await select(context, input.id);
  if (!template) throw notFound();
  return template;
}

async function select(context: DomainContext, id: string | null): Promise<Template[]> {
  const { rows } = await sql<Row>`
    select t.id, t.organisation_id, v.digest, t.name, t.formation_name, t.description, t.type, t.created_at, t.updated_at,
           v.detected_variables, v.recipient_name_variable, u.times_used
    from templates t
    join template_versions v
      on v.organisation_id = t.organisation_id and v.template_id = t.id and v.version = t.current_version
    left join template_usage u on u.organisation_id = ${context.organisationId} and u.template_id = t.id
    where (t.organisation_id = ${context.organisationId} or t.type = 'PUBLIC')
      ${id === null ? sql`and t.archived_at is null` : sql`and t.id = ${id}`}
    order by t.id desc`.execute(database(context.em()));
  return rows.map((row) => toView(context, row));
}

function toView(services: Services, row: Row): Template {
  return {
    id: row.id,
    name: row.name,
    formationName: row.formation_name,
    description: row.description,
    type: row.type,
    detectedVariables: row.detected_variables,
    recipientNameVariable: row.recipient_name_variable,
    thumbnailUrl: thumbnailUrl(services, {
      organisationId: row.organisation_id,
      templateId: row.id,
      digest: row.digest,
    }),
    timesUsed: Number(row.times_used ?? 0),
    createdAt: iso(new Date(row.created_at)),
    updatedAt: iso(new Date(row.updated_at)),
  };
}
