import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { thumbnailUrl } from './link-thumbnail.ts';
import { documentOf } from './parse-document.ts';
import { selectTemplates, type TemplateRow } from './queries.ts';
import { loadDesign } from './read-current-version.ts';
import type { Design, DesignSummary } from './schemas.ts';
import { loadDraft } from './store-draft.ts';

/** Returns the organisation's templates and drafts and the public templates, last changed first. */
export async function listDesigns(context: DomainContext): Promise<{ designs: DesignSummary[] }> {
  const rows = await selectTemplates(context)
    .where(({ eb, or }) => or([eb('t.archivedAt', 'is', null), eb('t.organisationId', '=', context.organisationId)]))
    .orderBy('changedAt', 'desc')
    .orderBy('id')
    .execute();
  return { designs: rows.map((row) => toSummary(context, row)) };
}

function toSummary(context: DomainContext, row: TemplateRow): DesignSummary {
  const { id, organisationId, digest } = row;
  const hasDraft = row.draftRevision !== null;
  return {
    id,
    name: (hasDraft ? row.draftName : row.name) ?? '',
    formationName: hasDraft ? row.draftFormationName : row.formationName,
    tags: row.tags ?? [],
    thumbnailUrl: digest && thumbnailUrl(context.installation.address, { organisationId, templateId: id, digest }),
    publishedVersion: row.currentVersion,
    hasDraft,
    revision: revisionOf(row),
    timesUsed: row.timesUsed ?? 0,
    ...datesOf(row),
    isOwn: organisationId === context.organisationId,
  };
}

/**
 * Returns a design with its document: the draft, or the published version. Public designs of other organisations are visible too. Throws
 * NotAuthenticError if the document was changed outside Laurel, because saving it would make it a person's own.
 */
export async function getDesign(context: DomainContext, { id }: { id: string }): Promise<Design> {
  const row = await selectTemplates(context, { id }).executeTakeFirst();
  if (!row) throw notFound();
  // Drafts of other organisations are not in the row.
  const own = { ...context, organisationId: row.organisationId };
  const draft = row.draftRevision === null ? null : await loadDraft(context.em(), own, id);
  // Published or discarded since the row was read.
  if (row.draftRevision !== null && !draft) return getDesign(context, { id });
  const at = { organisationId: row.organisationId, templateId: id, version: row.currentVersion ?? 0 };
  const published = () => loadDesign(context.em(), { ...at, digest: row.digest ?? Buffer.alloc(0) });
  return {
    id,
    design: documentOf(draft?.design ?? (await published())),
    revision: revisionOf({ ...row, draftRevision: draft?.revision ?? null }),
    publishedVersion: row.currentVersion,
    hasDraft: draft !== null,
    isDraftOutdated: draft !== null && draft.revision < (row.revision ?? 0),
    ...datesOf(row),
  };
}

/** Returns the latest revision. A version that was published through the API during a draft has the higher one. */
const revisionOf = (row: { draftRevision: number | null; revision: number | null }): number =>
  Math.max(row.draftRevision ?? 0, row.revision ?? 0);

const datesOf = (row: TemplateRow): Pick<Design, 'archivedAt' | 'updatedAt'> => ({
  archivedAt: isoOrNull(row.archivedAt),
  updatedAt: iso(row.changedAt),
});
