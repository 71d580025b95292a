import { detectedVariables } from '../../templates-engine/index.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { newId } from '../shared/ids.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { addVersion, publishedEvent } from './add-version.ts';
import { parseDocument } from './parse-document.ts';
import type { PublishedTemplate } from './schemas.ts';

/** Creates a private template from a design document. Its images are checked and made safe here, once. */
export async function importTemplate(
  context: ActingContext,
  document: unknown,
): Promise<Pick<PublishedTemplate, 'id' | 'detectedVariables' | 'warnings'>> {
  const { design, warnings } = await parseDocument(context, document);
  const id = newId(context.now());
  await context.em().transactional(async (em) => {
    const version = await addVersion(em, context, { id, design, revision: 0 });
    await recordAction(em, context, { action: 'templates.import', subject: id });
    await publishEvents(em, context, [publishedEvent(context, { id, version, design })]);
  });
  return { id, detectedVariables: detectedVariables(design), warnings };
}
