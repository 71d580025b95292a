import type { Design } from '../../templates-engine/design/design.ts';
import { LocalError } from '../lib/errors/errors.ts';

/**
 * Returns an imported document as a design. Throws a LocalError if the designer cannot show it. The check is part of the designer's code,
 * which the gallery loads only when needed.
 */
export async function readDesign(document: unknown, message: string): Promise<Design> {
  const { isDesign } = await import('./designer/elements/is-design.ts');
  if (!isDesign(document)) throw new LocalError(message);
  return document;
}
