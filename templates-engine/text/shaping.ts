import type { Face } from '../fonts/faces.ts';
import { bidi, type Paragraph } from './paragraph.ts';
import { type RunStyle, styleAt } from './runs.ts';
import { isCursive } from './shape-text.ts';
import { glyphsOf, type Piece, piecesOf } from './shaped-pieces.ts';

/** Lengths are in em of the text's size; positions go along the line from left to right. */
interface Glyph {
  id: number;
  x: number;
  y: number;
  advance: number;
  /** The characters that it stands for; '' where another glyph of the cluster does. */
  text: string;
  /** Where in the paragraph its characters begin. */
  cluster: number;
}

/** Glyphs of one face and style, in the order in which they stand from left to right. */
interface GlyphRun {
  face: Face;
  style: RunStyle;
  glyphs: Glyph[];
}

export interface ShapedLine {
  runs: GlyphRun[];
  /** In em, without letter spacing. */
  width: number;
  /** What letter spacing adds, in points. */
  spacing: number;
  /** Whether it applies: where letters join, it does not. */
  isSpaced: boolean;
  text: string;
  /** The largest size on the line, as a factor of the text's. */
  scale: number;
}

/**
 * Shapes part of a paragraph as one line: its runs from left to right (UAX 9, rule L2). A soft hyphen where it ends within
 * the paragraph is shown.
 */
export function shapeLine(paragraph: Paragraph, start: number, end: number): ShapedLine {
  const line = { start, end };
  const runs = visualOrder(piecesOf(paragraph, start, end)).flatMap((piece) => shapePiece(paragraph, piece, line));
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

/** Each letter but the first has its spacing before it. */
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

/** The pieces from left to right. To the reordering each is one character: its level is all that counts. */
function visualOrder(pieces: readonly Piece[]): Piece[] {
  if (pieces.every(({ level }) => level === 0)) return [...pieces];
  const levels = Uint8Array.from(pieces, ({ level }) => level);
  const line = { levels, paragraphs: [{ start: 0, end: pieces.length - 1, level: 0 }] };
  return bidi.getReorderedIndices('x'.repeat(pieces.length), line).flatMap((index) => pieces[index] ?? []);
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

/** Parts glyphs that were shaped together by the style of their characters. */
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
