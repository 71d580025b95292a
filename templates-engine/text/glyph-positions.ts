import type { Face } from '../fonts/faces.ts';
import type { PositionedLine } from './position-lines.ts';
import type { RunStyle } from './runs.ts';

/** The position of one glyph: points from the box's top left to its origin on the baseline. */
export interface PositionedGlyph {
  face: Face;
  style: RunStyle;
  id: number;
  x: number;
  y: number;
  text: string;
  /** Where in the paragraph its characters begin; the same for the glyphs that together stand for them. */
  cluster: number;
  /** In em of the text's size. */
  advance: number;
  /** Has no advance of its own. */
  isMark: boolean;
  /** Where the line's baseline is, and what the glyph takes of it: with the spacing before it and up to the next. */
  baseline: number;
  start: number;
  end: number;
}

/** The glyphs of a line at the positions where both outputs draw them, letter and word spacing included; left to right. */
export function positionGlyphs({ line, x, baseline, wordSpacing }: PositionedLine, size: number): PositionedGlyph[] {
  const positions: PositionedGlyph[] = [];
  let start = x;
  let isFirst = true;
  for (const { face, style, glyphs } of line.runs) {
    const letterSpacing = line.isSpaced ? style.letterSpacing : 0;
    let advances = 0;
    for (const glyph of glyphs) {
      const before = start + advances * size;
      // The spacing goes before a letter, so that its marks stay on it.
      if (glyph.text !== '' && !isFirst) start += letterSpacing;
      isFirst = false;
      advances += glyph.advance;
      positions.push({
        face,
        style,
        id: glyph.id,
        x: start + glyph.x * size,
        y: baseline - glyph.y * size,
        text: glyph.text,
        cluster: glyph.cluster,
        advance: glyph.advance,
        isMark: glyph.advance === 0,
        baseline,
        start: before,
        end: start + advances * size + (glyph.text === ' ' ? wordSpacing : 0),
      });
      if (glyph.text === ' ') start += wordSpacing;
    }
    start += advances * size;
  }
  return positions;
}
