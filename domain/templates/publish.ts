import type { z } from 'zod';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { addVersion, publishedEvent } from './add-version.ts';
import { parseDocument } from './import.ts';
import type { Published, SaveDraft } from './schemas.ts';
import { assertLatest, endDraft } from './stored-draft.ts';

/** Publishes a design as a new version for new certificates and deletes the draft. Issued certificates keep their version. */
export async function publishDesign(
  context: ActingContext,
  { id, design: document, revision }: z.infer<typeof SaveDraft>,
): Promise<z.infer<typeof Published>> {
  // Checks owner and revision before the images are decoded, and again under the lock.
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
