import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { pageOf } from '../shared/pages.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { selectOwnTemplates, type TemplateRow } from './queries.ts';
import { versionVariables } from './read-variables.ts';

/** Returns a page of the organisation's templates, newest first, with drafts and archived ones, but without those of others. */
export async function listOwnTemplates(
  context: DomainContext,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  let query = selectOwnTemplates(context);
  if (cursor !== undefined) query = query.where(({ eb, fn }) => eb(fn.coalesce('t.id', 'd.templateId'), '<', cursor));
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, limit);
  return { templates: page.map(summaryOf), nextCursor };
}

/** Returns one of the organisation's templates with its variables. NOT_FOUND for a template of another organisation, even a public one. */
export async function getOwnTemplate(context: DomainContext, { id }: { id: string }) {
  const row = await selectOwnTemplates(context, { id }).executeTakeFirst();
  if (!row) throw notFound();
  const { currentVersion: version, detectedVariables, recipientNameVariable, formationName, description, tags } = row;
  if (version === null) return summaryOf(row);
  const variables = versionVariables(row);
  return {
    ...summaryOf(row),
    ...{ formationName, description, tags, detectedVariables, recipientNameVariable, variables },
  };
}

const summaryOf = (row: TemplateRow) => ({
  id: row.id,
  name: row.name ?? row.draftName ?? '',
  type: row.type ?? 'PRIVATE',
  /** Null for a draft that was never published. */
  publishedVersion: row.currentVersion,
  hasDraft: row.draftRevision !== null,
  timesUsed: row.timesUsed ?? 0,
  createdAt: isoOrNull(row.createdAt),
  updatedAt: iso(row.changedAt),
  archivedAt: isoOrNull(row.archivedAt),
});
