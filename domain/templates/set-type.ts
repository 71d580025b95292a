import type { ActingContext } from '../context.ts';
import { changeTemplate } from './change.ts';

/** Offers a template to every organisation of the installation, or to its own alone, as an operator does. */
export async function setTemplateType(
  context: ActingContext,
  { id, type }: { id: string; type: 'PRIVATE' | 'PUBLIC' },
): Promise<{ id: string; type: string }> {
  await changeTemplate(context, { id, action: 'templates.setType' }, (row) => {
    row.type = type;
  });
  return { id, type };
}
