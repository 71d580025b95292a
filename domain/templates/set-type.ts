import { compareViews } from '../audit/compare.ts';
import type { ActingContext } from '../context.ts';
import { changeTemplate } from './change.ts';

/** Makes a template available to every organisation of the installation or only to its own, on an operator's command. */
export async function setTemplateType(
  context: ActingContext,
  { id, type }: { id: string; type: 'PRIVATE' | 'PUBLIC' },
): Promise<{ id: string; type: string }> {
  await changeTemplate(context, { id, action: 'templates.setType' }, (row) => {
    const changes = compareViews({ type: row.type }, { type });
    row.type = type;
    return changes;
  });
  return { id, type };
}
