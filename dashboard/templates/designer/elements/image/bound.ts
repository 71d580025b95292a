import { readPlaceholders } from '../../../../../templates-engine/text/placeholders.ts';

/** What a new image of recipients' pictures is bound to. */
export const PORTRAIT = '{{portrait}}';

/** The variable whose value names an image's picture; null where the image is the design's own. */
export function boundVariable(src: string | undefined): string | null {
  if (!src?.startsWith('{{')) return null;
  const [part, ...others] = readPlaceholders(src);
  return part && 'variable' in part && others.length === 0 ? part.variable : null;
}
