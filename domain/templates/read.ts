import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { pageOf } from '../shared/pages.ts';
import { iso } from '../shared/schemas.ts';
import { hasTag } from '../shared/tags.ts';
import { thumbnailUrl } from './link-thumbnail.ts';
import { selectTemplates, type TemplateRow } from './queries.ts';
import { versionVariables } from './read-variables.ts';
import type { ListTemplates, Template, TemplateList } from './schemas.ts';

/** Returns the organisation's templates and the public ones, newest first (specification 4.1). */
export async function listTemplates(
  context: DomainContext,
  { limit = Number.MAX_SAFE_INTEGER - 1, cursor, tag }: ListTemplates = {},
): Promise<TemplateList> {
  let templates = selectTemplates(context).where('t.currentVersion', 'is not', null).where('t.archivedAt', 'is', null);
  if (cursor !== undefined) templates = templates.where('t.id', '<', cursor);
  if (tag !== undefined) templates = templates.where(hasTag('t.tags', tag));
  const rows = await templates
    .orderBy('t.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, limit);
  return { templates: page.flatMap((row) => toTemplate(context, row) ?? []), nextCursor };
}

/** Returns one template (specification 4.2). */
export async function getTemplate(context: DomainContext, { id }: { id: string }): Promise<Template> {
  const row = await selectTemplates(context, { id }).executeTakeFirst();
  const template = row && toTemplate(context, row);
  if (!template) throw notFound();
  return template;
}

/** Returns a published template; null for an unpublished draft. */
function toTemplate(context: DomainContext, row: TemplateRow): Template | null {
  if (row.currentVersion === null) return null;
  const { id, organisationId, digest } = row;
  return {
    id,
    name: row.name,
    formationName: row.formationName,
    description: row.description,
    tags: row.tags,
    type: row.type,
    detectedVariables: row.detectedVariables,
    recipientNameVariable: row.recipientNameVariable,
    variables: versionVariables(row),
    thumbnailUrl: thumbnailUrl(context.installation.address, { organisationId, templateId: id, digest }),
    timesUsed: row.timesUsed ?? 0,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
