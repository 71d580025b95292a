import { Direction, Feature, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import type { Face } from '../fonts/faces.ts';
import { bidi, HYPHEN, type Paragraph, SOFT_HYPHEN } from './paragraph.ts';
import type { RunStyle } from './runs.ts';

const CURSIVE =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}]/u;

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

/** Scripts whose letters join: letter spacing does not apply to them. */
export const isCursive = (text: string): boolean => CURSIVE.test(text);

/**
 * Shapes part of a paragraph as one line: its runs from left to right (UAX 9, rule L2). A soft hyphen where it ends within
 * the paragraph is shown.
 */
export function shapeLine(paragraph: Paragraph, start: number, end: number): ShapedLine {
  const line = { start, end };
  const runs = visualOrder(piecesOf(paragraph, start, end)).flatMap((piece) => shapePiece(paragraph, piece, line));
  const text = paragraph.text.slice(start, end);
  const isSpaced = !CURSIVE.test(text);
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

/** The style of what stands at a position, or would be written there. */
const styleAt = ({ styles, style }: Paragraph, position: number): RunStyle =>
  styles[position] ?? styles.at(-1) ?? style;

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

/** Characters that are shaped together: of one direction, face and size. */
interface Piece {
  start: number;
  end: number;
  level: number;
}

function piecesOf({ levels, faces, styles }: Paragraph, start: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  for (let index = start; index < end; index++) {
    const level = levels[index] ?? 0;
    const last = pieces.at(-1);
    if (
      last?.level === level &&
      faces[last.start] === faces[index] &&
      areShapedAlike(styles[last.start], styles[index])
    )
      last.end = index + 1;
    else pieces.push({ start: index, end: index + 1, level });
  }
  return pieces;
}

/** Colours, lines and links do not part letters that join or are one ligature. */
const areShapedAlike = (a: RunStyle | undefined, b: RunStyle | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.scale === b.scale && a.letterSpacing === b.letterSpacing);

/** The pieces from left to right. To the reordering each is one character: its level is all that counts. */
function visualOrder(pieces: readonly Piece[]): Piece[] {
  if (pieces.every(({ level }) => level === 0)) return [...pieces];
  const levels = Uint8Array.from(pieces, ({ level }) => level);
  const line = { levels, paragraphs: [{ start: 0, end: pieces.length - 1, level: 0 }] };
  return bidi.getReorderedIndices('x'.repeat(pieces.length), line).flatMap((index) => pieces[index] ?? []);
}

function shapePiece(paragraph: Paragraph, piece: Piece, line: { start: number; end: number }): GlyphRun[] {
  const { text, language } = paragraph;
  const face = paragraph.faces[piece.start];
  if (!face) return [];
  const { scale, letterSpacing } = styleAt(paragraph, piece.start);
  const before = Math.max(line.start, piece.start - CONTEXT);
  const context = text.slice(before, Math.min(line.end, piece.end + CONTEXT));
  const isHyphenated = piece.end === line.end && line.end < text.length && text[line.end - 1] === SOFT_HYPHEN;
  const glyphs = shapeText(face, context, {
    start: piece.start - before,
    end: piece.end - before,
    level: piece.level,
    letterSpacing,
    language,
    isHyphenated,
  });
  return byStyle(
    paragraph,
    face,
    glyphs.map((glyph) => ({
      ...glyph,
      x: glyph.x * scale,
      y: glyph.y * scale,
      advance: glyph.advance * scale,
      cluster: before + glyph.cluster,
    })),
  );
}

/** One for all: each takes WebAssembly memory, which the garbage collector does not see. */
const buffer = new HarfBuzzBuffer();
const NO_LIGATURES = ['-liga', '-clig', '-dlig'].flatMap((text) => Feature.fromString(text) ?? []);
/** Characters on either side of a piece that decide how its letters join: HarfBuzz looks at no more. */
const CONTEXT = 5;

interface ShapedPiece extends Piece {
  letterSpacing: number;
  language: string | null;
  /** Whether its last character is a soft hyphen that is shown. */
  isHyphenated: boolean;
}

/** Shapes the characters from start to end of a text; lengths in em of the face. */
function shapeText(
  face: Face,
  context: string,
  { start, end, level, letterSpacing, language, isHyphenated }: ShapedPiece,
): Glyph[] {
  const text = context.slice(start, end);
  const shown = isHyphenated ? context.slice(0, end - 1) + HYPHEN + context.slice(end) : context;
  buffer.clearContents();
  buffer.addText(shown, start, end - start);
  buffer.guessSegmentProperties();
  if (language) buffer.setLanguage(language);
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
  shape(face.font, buffer, letterSpacing !== 0 && !CURSIVE.test(text) ? NO_LIGATURES : []);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const textOf = new Map(starts.map((from, index) => [from, context.slice(from, starts[index + 1] ?? end)]));
  let offset = 0;
  return infos.map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const own = textOf.get(cluster) ?? '';
    textOf.set(cluster, '');
    const em = face.unitsPerEm;
    const x = (offset + xOffset) / em;
    offset += xAdvance;
    return { id: codepoint, x, y: yOffset / em, advance: xAdvance / em, text: own, cluster };
  });
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
