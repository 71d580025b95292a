import type { z } from 'zod';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { addVersion, publishedEvent } from './add-version.ts';
import { parseDocument } from './import.ts';
import type { Published, SaveDraft } from './schemas.ts';
import { assertLatest, endDraft } from './stored-draft.ts';

/**
 * Makes a design what new certificates are issued from: a new version, and the draft ends. Those that were issued keep
 * the version that they were made from.
 */
export async function publishDesign(
  context: ActingContext,
  { id, design: document, revision }: z.infer<typeof SaveDraft>,
): Promise<z.infer<typeof Published>> {
  // Whose design it is and whether it is the latest is known before its images are decoded; both hold still under the lock.
  await context.em().transactional((em) => assertLatest(em, context, { id, revision }));
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
