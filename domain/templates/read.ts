import { sql } from 'kysely';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso } from '../shared/schemas.ts';
import { selectTemplates, type TemplateRow } from './rows.ts';
import type { Template } from './schemas.ts';
import { thumbnailUrl } from './thumbnail.ts';

/** The organisation's templates and the public ones, newest first (specification 4.1). */
export async function listTemplates(context: DomainContext): Promise<{ templates: Template[] }> {
  const where = sql`t.id is not null and t.archived_at is null`;
  const rows = await selectTemplates(context, { where, order: sql`t.id desc` });
  return { templates: rows.flatMap((row) => toTemplate(context, row) ?? []) };
}

/** One template (specification 4.2). */
export async function getTemplate(context: DomainContext, { id }: { id: string }): Promise<Template> {
  const [row] = await selectTemplates(context, { id });
  const template = row && toTemplate(context, row);
  if (!template) throw notFound();
  return template;
}

/** What certificates are issued from; null for a draft alone. */
function toTemplate(context: DomainContext, row: TemplateRow): Template | null {
  if (row.current_version === null) return null;
  const { id, organisation_id: organisationId, digest } = row;
  return {
    id,
    name: row.name,
    formationName: row.formation_name,
    description: row.description,
    type: row.type,
    detectedVariables: row.detected_variables,
    recipientNameVariable: row.recipient_name_variable,
    thumbnailUrl: thumbnailUrl(context, { organisationId, templateId: id, digest }),
    timesUsed: Number(row.times_used ?? 0),
    createdAt: iso(new Date(row.created_at)),
    updatedAt: iso(new Date(row.updated_at)),
  };
}
