import type { Face } from '../fonts/faces.ts';
import type { PositionedLine } from './layout.ts';

/** The position of one glyph: points from the box's top left to its origin on the baseline. */
export interface PositionedGlyph {
  face: Face;
  id: number;
  x: number;
  y: number;
  text: string;
  /** Where in the text its characters begin; the same for the glyphs that together stand for them. */
  cluster: number;
  /** In em. */
  advance: number;
  /** Has no advance of its own. */
  isMark: boolean;
}

/** The glyphs of a line at the positions where both outputs draw them, letter and word spacing included; left to right. */
export function positionGlyphs(
  { line, x, baseline, letterSpacing, wordSpacing }: PositionedLine,
  size: number,
): PositionedGlyph[] {
  const positions: PositionedGlyph[] = [];
  let start = x;
  let isFirst = true;
  for (const { face, glyphs, start: first } of line.runs) {
    for (const glyph of glyphs) {
      // The spacing goes before a letter, so that its marks stay on it.
      if (glyph.text !== '' && !isFirst) start += letterSpacing;
      isFirst = false;
      positions.push({
        face,
        id: glyph.id,
        x: start + glyph.x * size,
        y: baseline - glyph.y * size,
        text: glyph.text,
        cluster: first + glyph.cluster,
        advance: glyph.advance,
        isMark: glyph.advance === 0,
      });
      if (glyph.text === ' ') start += wordSpacing;
    }
    start += glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * size;
  }
  return positions;
}
