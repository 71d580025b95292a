import { Direction, Feature, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import type { Face } from '../fonts/faces.ts';
import { bidi, type Paragraph } from './paragraph.ts';

const CURSIVE = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}]/u;

/** Lengths are in em; positions go along the line from left to right. */
interface Glyph {
  id: number;
  x: number;
  y: number;
  advance: number;
  /** The characters that it stands for; '' where another glyph of the cluster does. */
  text: string;
  /** Where in the run its characters begin. */
  cluster: number;
}

/** Glyphs of one face, in the order in which they stand from left to right. */
interface GlyphRun {
  face: Face;
  /** Where in the paragraph its characters begin. */
  start: number;
  glyphs: Glyph[];
}

export interface ShapedLine {
  runs: GlyphRun[];
  /** In em, without letter spacing. */
  width: number;
  /** Gaps that letter spacing widens: glyph clusters outside cursive scripts. */
  gaps: number;
  text: string;
}

/** Scripts whose letters join: letter spacing does not apply to them. */
export const isCursive = (text: string): boolean => CURSIVE.test(text);

/** Shapes part of a paragraph as one line: its runs from left to right (UAX 9, rule L2). */
export function shapeLine(paragraph: Paragraph, start: number, end: number, spaced: boolean): ShapedLine {
  const pieces: { start: number; end: number; level: number }[] = [];
  for (let index = start; index < end; index++) {
    const level = paragraph.levels[index] ?? 0;
    const last = pieces.at(-1);
    if (last && last.level === level && paragraph.faces[last.start] === paragraph.faces[index]) last.end = index + 1;
    else pieces.push({ start: index, end: index + 1, level });
  }
  const runs = visualOrder(pieces).flatMap((piece) => {
    const face = paragraph.faces[piece.start];
    if (!face) return [];
    const text = paragraph.text.slice(piece.start, piece.end);
    return [{ start: piece.start, ...shapeRun(face, text, piece.level % 2 === 1, spaced) }];
  });
  const text = paragraph.text.slice(start, end);
  const all = runs.flatMap((run) => run.glyphs);
  const width = all.reduce((sum, glyph) => sum + glyph.advance, 0);
  return {
    runs,
    width,
    gaps: CURSIVE.test(text) ? 0 : Math.max(0, all.filter((glyph) => glyph.text !== '').length - 1),
    text,
  };
}

/** The pieces from left to right. To the reordering each is one character: its level is all that counts. */
function visualOrder<Piece extends { level: number }>(pieces: readonly Piece[]): Piece[] {
  if (pieces.every(({ level }) => level === 0)) return [...pieces];
  const levels = Uint8Array.from(pieces, ({ level }) => level);
  const line = { levels, paragraphs: [{ start: 0, end: pieces.length - 1, level: 0 }] };
  return bidi.getReorderedIndices('x'.repeat(pieces.length), line).flatMap((index) => pieces[index] ?? []);
}

/** One for all: each takes WebAssembly memory, which the garbage collector does not see. */
const buffer = new HarfBuzzBuffer();
const NO_LIGATURES = ['-liga', '-clig', '-dlig'].flatMap((text) => Feature.fromString(text) ?? []);

function shapeRun(face: Face, text: string, rightToLeft: boolean, spaced: boolean): Omit<GlyphRun, 'start'> {
  buffer.clearContents();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
  shape(face.font, buffer, spaced && !CURSIVE.test(text) ? NO_LIGATURES : []);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const textOf = new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1] ?? text.length)]));
  let offset = 0;
  const glyphs = infos.map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const own = textOf.get(cluster) ?? '';
    textOf.set(cluster, '');
    const em = face.unitsPerEm;
    const glyph = {
      id: codepoint,
      x: (offset + xOffset) / em,
      y: yOffset / em,
      advance: xAdvance / em,
      text: own,
      cluster,
    };
    offset += xAdvance;
    return glyph;
  });
  return { face, glyphs };
}
