import type { Face } from '../fonts/faces.ts';
import { type Arc, onArc } from './arc.ts';
import type { PositionedLine } from './position-lines.ts';
import type { RunStyle } from './runs.ts';

/** The position of one glyph: points from the box's top left to its origin on the baseline. */
export interface PositionedGlyph {
  face: Face;
  style: RunStyle;
  id: number;
  x: number;
  y: number;
  /** How far it is turned about its origin, in radians clockwise. */
  angle: number;
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
export function positionGlyphs(
  { line, x, baseline, wordSpacing, arc }: PositionedLine,
  size: number,
): PositionedGlyph[] {
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
        angle: 0,
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
  return arc ? bend(positions, arc) : positions;
}

/**
 * Glyphs on a straight line from 0, set on an arc: each turned with the letter that it belongs to. What they take of the
 * line is told of a straight one of the arc's breadth, in which they are read.
 */
function bend(glyphs: readonly PositionedGlyph[], arc: Arc): PositionedGlyph[] {
  const middles = new Map<number, { from: number; to: number }>();
  for (const { cluster, start, end } of glyphs) {
    const known = middles.get(cluster);
    middles.set(cluster, { from: Math.min(known?.from ?? start, start), to: Math.max(known?.to ?? end, end) });
  }
  const share = arc.readWidth / Math.max(1e-6, ...glyphs.map(({ end }) => end));
  return glyphs.map((glyph) => {
    const { from, to } = middles.get(glyph.cluster) ?? { from: glyph.start, to: glyph.end };
    const middle = (from + to) / 2;
    return {
      ...glyph,
      ...onArc(arc, middle, glyph.x - middle, glyph.baseline - glyph.y),
      baseline: arc.baseline,
      start: arc.left + glyph.start * share,
      end: arc.left + glyph.end * share,
    };
  });
}
