import type { Root } from '../tree/tree.ts';

/** Text properties of a tree without styles of its own, as the platform has them. */
const DEFAULTS = { font: 'Inter', size: 16, color: '#000000' };

/** Line height of a tree without one. */
export const LINE_HEIGHT = 1.2;

/** Returns the font, size and colour of a tree's texts. */
export function fontOf({ style = {} }: Root): { font: string; size: number; color: string } {
  const { fontFamily, fontSize, color } = style;
  return {
    font: typeof fontFamily === 'string' ? fontFamily : DEFAULTS.font,
    size: Number.parseFloat(String(fontSize)) || DEFAULTS.size,
    color: typeof color === 'string' ? color : DEFAULTS.color,
  };
}
