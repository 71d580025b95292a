import { sql } from 'kysely';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { loadDesign } from './current-version.ts';
import { selectTemplates, type TemplateRow } from './rows.ts';
import type { Design, DesignSummary } from './schemas.ts';
import { thumbnailUrl } from './thumbnail.ts';

/** Own templates, drafts and the public ones: those changed last come first. */
export async function listDesigns(context: DomainContext): Promise<{ designs: DesignSummary[] }> {
  const rows = await selectTemplates(context, {
    where: sql`(t.archived_at is null or t.organisation_id = ${context.organisationId})`,
    order: sql`changed_at desc, id`,
  });
  return { designs: rows.map((row) => toSummary(context, row)) };
}

function toSummary(context: DomainContext, row: TemplateRow): DesignSummary {
  const { id, organisation_id: organisationId, digest } = row;
  const hasDraft = row.draft_revision !== null;
  return {
    id,
    name: (hasDraft ? row.draft_name : row.name) ?? '',
    formationName: row.draft_formation_name ?? row.formation_name,
    thumbnailUrl: digest && thumbnailUrl(context, { organisationId, templateId: id, digest }),
    publishedVersion: row.current_version,
    hasDraft,
    timesUsed: Number(row.times_used ?? 0),
    ...datesOf(row),
    isOwn: organisationId === context.organisationId,
  };
}

/** One design with its document: the draft, or what is published. A public one of others can be looked at, too. */
export async function getDesign(context: DomainContext, { id }: { id: string }): Promise<Design> {
  const [row] = await selectTemplates(context, { id, withDraft: true });
  if (!row) throw notFound();
  const at = { organisationId: row.organisation_id, templateId: id, version: row.current_version ?? 0 };
  return {
    id,
    design: JSON.parse(row.draft ?? (await loadDesign(context.em(), at))),
    revision: row.draft_revision ?? row.revision ?? 0,
    publishedVersion: row.current_version,
    hasDraft: row.draft_revision !== null,
    ...datesOf(row),
  };
}

const datesOf = (row: TemplateRow): Pick<Design, 'archivedAt' | 'updatedAt'> => ({
  archivedAt: isoOrNull(row.archived_at === null ? null : new Date(row.archived_at)),
  updatedAt: iso(new Date(row.changed_at)),
});
