import type { Face } from '../../fonts/faces.ts';
import type { RunStyle } from '../shaping/runs.ts';
import { type Arc, onArc } from './arc.ts';
import type { PositionedLine } from './position-lines.ts';

/** Position of a glyph, in points from the top left corner of the box to the glyph's origin on the baseline. */
export interface PositionedGlyph {
  face: Face;
  style: RunStyle;
  id: number;
  x: number;
  y: number;
  /** Rotation about the origin, in radians clockwise. */
  angle: number;
  text: string;
  /** Position in the paragraph where its characters start. Glyphs that together represent some characters share it. */
  cluster: number;
  /** Advance in em of the text's size. */
  advance: number;
  /** Set for a glyph without an advance. */
  isMark: boolean;
  /** Baseline of the line, and extent of the glyph on it, from the spacing before it to the next glyph. */
  baseline: number;
  start: number;
  end: number;
}

/** Returns the positioned glyphs of a line from left to right, including letter and word spacing. PNG and PDF both use these positions. */
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
      // Spacing precedes a letter, so that marks stay attached to it.
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
 * Bends glyphs from a straight line onto an arc. Each is rotated together with its letter. Their `start` and `end` refer to a straight line
 * as wide as the arc, for text extraction.
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
