import { readPlaceholders } from '../../../../../templates-engine/text/placeholders.ts';

/** Source of a new image that shows recipients' pictures. */
export const PORTRAIT = '{{portrait}}';

/** Returns the variable that supplies an image's picture; null for an image of the design itself. */
export function boundVariable(src: string | undefined): string | null {
  if (!src?.startsWith('{{')) return null;
  const [part, ...others] = readPlaceholders(src);
  return part && 'variable' in part && others.length === 0 ? part.variable : null;
}
