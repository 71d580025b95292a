import type { z } from 'zod';
import { MAX_LENGTHS } from '../../templates-engine/index.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { newId } from '../shared/ids.ts';
import { getDesign } from './read-designs.ts';
import type { CreateDesign } from './schemas.ts';
import { writeDraft } from './store-draft.ts';

/** Creates an unpublished design: blank, imported or copied. */
export const createDesign = (
  context: ActingContext,
  { design }: z.infer<typeof CreateDesign>,
): Promise<{ id: string }> => addDesign(context, design, 'designs.create');

/** Creates a draft with the document of any visible design. */
export async function duplicateDesign(context: ActingContext, { id }: { id: string }): Promise<{ id: string }> {
  const { design } = await getDesign(context, { id });
  const name = typeof design.name === 'string' ? nameOfCopy(design.name) : 'Copy';
  return addDesign(context, { ...design, name }, 'designs.duplicate');
}

const COPY = ' (copy)';

/** Returns the name with its mark. A long name is cut between its characters. */
const nameOfCopy = (name: string): string => {
  const cut = name.slice(0, MAX_LENGTHS.name - COPY.length);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}${COPY}`;
};

async function addDesign(
  context: ActingContext,
  design: Record<string, unknown>,
  action: 'designs.create' | 'designs.duplicate',
): Promise<{ id: string }> {
  const id = newId(context.now());
  await context.em().transactional(async (em) => {
    await writeDraft(em, context, { id, design, revision: 0 });
    await recordAction(em, context, { action, subject: id });
  });
  return { id };
}
