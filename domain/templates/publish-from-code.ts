import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { newId } from '../shared/ids.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { addVersion, publishedEvent } from './add-version.ts';
import { assertInUse } from './archive.ts';
import { assertStorable, parseDocument } from './parse-document.ts';
import { getTemplate } from './read.ts';
import type { CreateTemplate, PublishedTemplate, PublishTemplate } from './schemas.ts';
import { lockDesign } from './store-draft.ts';

type WithKey = ActingContext & { idempotency?: Idempotency | undefined };

const CREATE = 'POST /templates';

/** Creates a private template from a design document and publishes it as version 1. VALIDATION_ERROR names the document's faults. */
export async function createTemplate(
  context: WithKey,
  { design: document }: CreateTemplate,
): Promise<PublishedTemplate> {
  assertStorable(document);
  const earlier = await earlierAnswer<PublishedTemplate>(context, CREATE, document);
  if (earlier) return earlier;
  const { design, warnings } = await parseDocument(context, document);
  return once(context, CREATE, document, async (em) => {
    const id = newId(context.now());
    const version = await addVersion(em, context, { id, design, revision: 0 });
    await recordAction(em, context, { action: 'templates.create', subject: id });
    const template = await getTemplate({ ...context, em: () => em }, { id });
    await publishEvents(em, context, [publishedEvent(context, { id, version, design })]);
    return { ...template, version, warnings };
  });
}

/**
 * Publishes a design document as the next version of one of the organisation's templates, even if it is unchanged. Each concurrent call
 * adds a version. A draft remains, but its revision is outdated, so that its author is warned before publishing it. CONFLICT for an
 * archived template.
 */
export async function publishTemplate(
  context: WithKey,
  { id, design: document }: PublishTemplate,
): Promise<PublishedTemplate> {
  const route = `PUT /templates/${id}`;
  assertStorable(document);
  const earlier = await earlierAnswer<PublishedTemplate>(context, route, document);
  if (earlier) return earlier;
  // Checked before the images are decoded, and again under the lock.
  await assertInUse(context.em(), context, id);
  const { design, warnings } = await parseDocument(context, document);
  return once(context, route, document, async (em) => {
    const revision = (await lockDesign(em, context, id)) + 1;
    const version = await addVersion(em, context, { id, design, revision });
    await recordAction(em, context, { action: 'templates.publish', subject: id });
    const template = await getTemplate({ ...context, em: () => em }, { id });
    await publishEvents(em, context, [publishedEvent(context, { id, version, design })]);
    return { ...template, version, warnings };
  });
}
