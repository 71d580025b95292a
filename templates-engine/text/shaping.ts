import bidiFactory, { type Bidi } from 'bidi-js';
import { Direction, Feature, Buffer as HarfBuzzBuffer, shape } from 'harfbuzzjs';
import { type Face, type FontRequest, faceFor } from '../fonts/faces.ts';
import { hanStyle } from '../fonts/han-style.ts';

// The package is CommonJS: its types say a module where the factory itself is imported.
const bidi = (bidiFactory as unknown as () => Bidi)();
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
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

export interface Paragraph {
  text: string;
  levels: Uint8Array;
  faces: (Face | null)[];
}

/** Letters that join: nothing is spaced out among them. */
export const isCursive = (text: string): boolean => CURSIVE.test(text);

export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;

/** Marks that set a text's direction apart from what is around it; they steer the order and are no part of the text. */
const ISOLATES = /[\u2066-\u2069]/g;
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** Finds out direction (UAX 9) and face of every UTF-16 unit of a paragraph, once for all its lines. */
export function analyse(marked: string, font: FontRequest): Paragraph {
  const request = { ...font, han: hanStyle(marked) };
  const all = bidi.getEmbeddingLevels(marked).levels;
  const text = marked.replaceAll(ISOLATES, '');
  const levels = text === marked ? all : all.filter((_, index) => !marked[index]?.match(ISOLATES));
  const faces: (Face | null)[] = new Array(text.length).fill(null);
  let previous: Face | null = null;
  for (const { segment, index } of graphemes.segment(text)) {
    // A space stays with its word, so that the word's run is not cut; among emoji it would be as wide as they are.
    const keeps: boolean =
      previous !== null &&
      !previous.layers &&
      /^\s$/u.test(segment) &&
      previous.characters.has(segment.codePointAt(0) ?? 0);
    const face: Face | null = keeps ? previous : faceFor(segment, request);
    faces.fill(face, index, index + segment.length);
    previous = face;
  }
  return { text, levels, faces };
}

/** Characters that no font has. */
export function unsupported(paragraph: Paragraph): string[] {
  const missing = [...graphemes.segment(paragraph.text)].filter(({ index }) => paragraph.faces[index] === null);
  return [...new Set(missing.map(({ segment }) => segment))];
}

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

/** One for all: each would take memory outside the garbage collector's sight. */
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
