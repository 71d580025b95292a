import { z } from 'zod';
import { DesignError } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';

const Uri = z.string().describe('Data URI of a PDF');

export const ReadLetterhead = z.strictObject({ pdf: Uri });
export const LetterheadPage = z.object({
  pdf: Uri.describe('The first page alone, reduced to its visible content'),
  width: z.number().describe('Points'),
  height: z.number().describe('Points'),
});

/** Returns the first page of a PDF for a design's background, with its size. VALIDATION_ERROR states why a PDF cannot be used. */
export async function readLetterhead(
  context: DomainContext,
  { pdf }: z.infer<typeof ReadLetterhead>,
): Promise<z.infer<typeof LetterheadPage>> {
  try {
    return await context.renderer.readLetterhead(context.organisationId, pdf);
  } catch (error) {
    if (error instanceof DesignError) throw validationError(error.issues);
    throw error;
  }
}
