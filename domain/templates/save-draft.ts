import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { Template, TemplateVersion } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { documentOf } from './parse-document.ts';
import { loadDesign } from './read-current-version.ts';
import type { DiscardDraft, SaveDraft, SavedDraft } from './schemas.ts';
import { assertLatest, endDraft, writeDraft } from './store-draft.ts';

/**
 * Saves a draft, valid or not. Deletes it if it equals the published design. Rejects it if someone else has saved since it was opened. The
 * audit log omits drafts, because the designer saves automatically every few seconds; publications are recorded.
 */
export async function saveDraft(
  context: DomainContext,
  { id, design, revision }: z.infer<typeof SaveDraft>,
): Promise<z.infer<typeof SavedDraft>> {
  return context.em().transactional(async (em) => {
    await assertLatest(em, context, { id, revision });
    const written = await writeDraft(em, context, { id, design, revision });
    if (!isDeepStrictEqual(design, await publishedDesign(em, context, id))) return { ...written, hasDraft: true };
    await endDraft(em, context, id);
    return { ...written, revision: written.revision + 1, hasDraft: false };
  });
}

async function publishedDesign(em: EntityManager, { organisationId }: DomainContext, id: string): Promise<unknown> {
  const template = await em.findOne(Template, { organisationId, id });
  if (!template) return null;
  const key = { organisationId, templateId: id, version: template.currentVersion };
  const { digest } = await em.findOneOrFail(TemplateVersion, key, { fields: ['digest'] });
  return documentOf(await loadDesign(em, { ...key, digest }));
}

/**
 * Discards the draft and returns to the published design. A design without a published version is deleted. Rejects it if someone else has
 * saved since it was opened.
 */
export async function discardDraft(
  context: ActingContext,
  { id, revision }: z.infer<typeof DiscardDraft>,
): Promise<void> {
  await context.em().transactional(async (em) => {
    await assertLatest(em, context, { id, revision });
    if (!(await endDraft(em, context, id))) throw notFound();
    await recordAction(em, context, { action: 'designs.discardDraft', subject: id });
  });
}
