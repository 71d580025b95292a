import type { Face } from '../../fonts/faces.ts';
import { visualOrder } from './embedding-levels.ts';
import type { Paragraph } from './paragraph.ts';
import { type RunStyle, styleAt } from './runs.ts';
import { isCursive } from './shape-text.ts';
import { glyphsOf, type Piece, piecesOf } from './shaped-pieces.ts';

/** Glyph of a line. Lengths are in em of the text's size, positions run from left to right. */
interface Glyph {
  id: number;
  x: number;
  y: number;
  advance: number;
  /** Characters that the glyph represents; '' if another glyph of the cluster has them. */
  text: string;
  /** Position in the paragraph where its characters start. */
  cluster: number;
}

/** Glyphs of one face and style, from left to right. */
interface GlyphRun {
  face: Face;
  style: RunStyle;
  glyphs: Glyph[];
}

export interface ShapedLine {
  runs: GlyphRun[];
  /** Width in em, without letter spacing. */
  width: number;
  /** Width that letter spacing adds, in points. */
  spacing: number;
  /** Set if letter spacing applies. It does not apply to joining letters. */
  isSpaced: boolean;
  text: string;
  /** Largest size on the line, as a factor of the text's size. */
  scale: number;
}

/**
 * Shapes part of a paragraph as one line, with its runs from left to right (UAX 9, rule L2). A soft hyphen at the end of the line is
 * visible unless the paragraph ends there.
 */
export function shapeLine(paragraph: Paragraph, start: number, end: number): ShapedLine {
  const line = { start, end };
  const runs = fromLeft(piecesOf(paragraph, start, end)).flatMap((piece) => shapePiece(paragraph, piece, line));
  const text = paragraph.text.slice(start, end);
  const isSpaced = !isCursive(text);
  return {
    runs,
    width: runs.reduce((sum, { glyphs }) => glyphs.reduce((total, glyph) => total + glyph.advance, sum), 0),
    spacing: isSpaced ? spacingOf(runs) : 0,
    isSpaced,
    text,
    scale:
      runs.length > 0 ? Math.max(...new Set(runs.map(({ style }) => style.scale))) : styleAt(paragraph, start).scale,
  };
}

/** Returns the total letter spacing. Each letter except the first has its spacing before it. */
function spacingOf(runs: readonly GlyphRun[]): number {
  let [letters, sum] = [0, 0];
  let first: RunStyle | undefined;
  let isUniform = true;
  for (const { glyphs, style } of runs) {
    const own = glyphs.filter(({ text }) => text !== '').length;
    if (own === 0) continue;
    first ??= style;
    isUniform &&= style.letterSpacing === first.letterSpacing;
    letters += own;
    sum += own * style.letterSpacing;
  }
  if (!first) return 0;
  return isUniform ? (letters - 1) * first.letterSpacing : sum - first.letterSpacing;
}

/** Returns the pieces from left to right. Only their levels matter, so each counts as one character. */
function fromLeft(pieces: readonly Piece[]): Piece[] {
  if (pieces.every(({ level }) => level === 0)) return [...pieces];
  return visualOrder(Uint8Array.from(pieces, ({ level }) => level)).flatMap((index) => pieces[index] ?? []);
}

function shapePiece(paragraph: Paragraph, piece: Piece, line: { start: number; end: number }): GlyphRun[] {
  const face = paragraph.faces[piece.start];
  if (!face) return [];
  const { scale } = styleAt(paragraph, piece.start);
  const glyphs = glyphsOf(paragraph, face, piece, line);
  if (scale === 1) return byStyle(paragraph, face, glyphs);
  const scaled = glyphs.map((glyph) => ({
    ...glyph,
    x: glyph.x * scale,
    y: glyph.y * scale,
    advance: glyph.advance * scale,
  }));
  return byStyle(paragraph, face, scaled);
}

/** Splits glyphs that were shaped together by the style of their characters. */
function byStyle(paragraph: Paragraph, face: Face, glyphs: readonly Glyph[]): GlyphRun[] {
  const runs: GlyphRun[] = [];
  let [from, end] = [0, 0];
  for (const glyph of glyphs) {
    const style = styleAt(paragraph, glyph.cluster);
    let last = runs.at(-1);
    if (last?.style !== style) {
      last = { face, style, glyphs: [] };
      runs.push(last);
      from = end;
    }
    last.glyphs.push(from === 0 ? glyph : { ...glyph, x: glyph.x - from });
    end += glyph.advance;
  }
  return runs;
}
