import type { z } from 'zod';
import { recordAction } from '../audit/record.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { SaveDraft, SavedDraft } from './schemas.ts';
import { assertLatest, endDraft, writeDraft } from './stored-draft.ts';

/**
 * Keeps a draft as it is, right or not. Refused where somebody else has saved since it was opened. The audit log leaves it
 * out: the designer saves by itself every few seconds, and its publication is recorded.
 */
export async function saveDraft(
  context: DomainContext,
  { id, design, revision }: z.infer<typeof SaveDraft>,
): Promise<z.infer<typeof SavedDraft>> {
  return context.em().transactional(async (em) => {
    await assertLatest(em, context, { id, revision });
    return writeDraft(em, context, { id, design, revision });
  });
}

/** Goes back to what is published; a design that never was ends with its draft. */
export async function discardDraft(context: ActingContext, { id }: { id: string }): Promise<void> {
  await context.em().transactional(async (em) => {
    if (!(await endDraft(em, context, id))) throw notFound();
    await recordAction(em, context, { action: 'designs.discardDraft', subject: id });
  });
}
