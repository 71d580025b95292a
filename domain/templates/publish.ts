import type { z } from 'zod';
import { recordAction } from '../audit/record.ts';
import type { ActingContext, DomainContext } from '../context.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { addVersion, publishedEvent } from './add-version.ts';
import { assertInUse } from './archive.ts';
import { documentOf, parseDocument } from './parse-document.ts';
import { currentVersion, loadDesign } from './read-current-version.ts';
import type { PublishDraft, Published } from './schemas.ts';
import { assertLatest, endDraft, loadDraft } from './store-draft.ts';

const ROUTE = 'designs.publish';

/**
 * Publishes the draft as a new version for new certificates, and deletes it. Issued certificates keep their version. Without a draft it
 * publishes the current version's design again, with the current fonts. Throws NotAuthenticError if the stored design was changed outside
 * Laurel, because nobody has seen the change.
 */
export async function publishDesign(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  input: z.infer<typeof PublishDraft>,
): Promise<z.infer<typeof Published>> {
  const earlier = await earlierAnswer<z.infer<typeof Published>>(context, ROUTE, input);
  if (earlier) return earlier;
  const { id, revision, note } = input;
  // Checks owner and revision before the images are decoded, and again under the lock.
  const json = await context.em().transactional(async (em) => {
    await assertLatest(em, context, { id, revision });
    return (await loadDraft(em, context, id))?.design ?? (await loadPublished({ ...context, em: () => em }, id));
  });
  const { design, warnings } = await parseDocument(context, documentOf(json));
  return once(context, ROUTE, input, async (em) => {
    await assertLatest(em, context, { id, revision });
    await endDraft(em, context, id);
    const version = await addVersion(em, context, { id, design, revision: revision + 1, note: note || undefined });
    await recordAction(em, context, { action: 'designs.publish', subject: id });
    await publishEvents(em, context, [publishedEvent(context, { id, version, design })]);
    return { version, revision: revision + 1, warnings };
  });
}

async function loadPublished(context: DomainContext, id: string): Promise<string> {
  await assertInUse(context.em(), context, id);
  return loadDesign(context.em(), await currentVersion(context, id));
}
