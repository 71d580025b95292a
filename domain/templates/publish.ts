import type { z } from 'zod';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { addVersion, publishedEvent } from './add-version.ts';
import { parseDocument } from './parse-document.ts';
import { getDesign } from './read-designs.ts';
import type { PublishDraft, Published } from './schemas.ts';
import { assertLatest, endDraft } from './stored-draft.ts';

/**
 * Publishes the draft as a new version for new certificates, and deletes it. Issued certificates keep their version. Without a draft the
 * published design gets a new version, with the fonts of today.
 */
export async function publishDesign(
  context: ActingContext,
  { id, revision }: z.infer<typeof PublishDraft>,
): Promise<z.infer<typeof Published>> {
  // Checks owner and revision before the images are decoded, and again under the lock.
  const { design: document } = await context.em().transactional(async (em) => {
    await assertLatest(em, context, { id, revision });
    return getDesign({ ...context, em: () => em }, { id });
  });
  const design = await parseDocument(context, document);
  return context.em().transactional(async (em) => {
    await assertLatest(em, context, { id, revision });
    await endDraft(em, context, id);
    const version = await addVersion(em, context, { id, design, revision: revision + 1 });
    await recordAction(em, context, { action: 'designs.publish', subject: id });
    await publishEvents(em, context, [publishedEvent(context, { id, version, design })]);
    return { version, revision: revision + 1 };
  });
}
