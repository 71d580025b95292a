import type { Face } from '../../fonts/faces.ts';
import { SOFT_HYPHEN } from './faces-of-text.ts';
import type { Paragraph } from './paragraph.ts';
import { hasLatinLetter, isPlainLatin } from './plain-latin.ts';
import { type RunStyle, styleAt } from './runs.ts';
import { shapeText, type TextGlyph } from './shape-text.ts';

/** Characters that are shaped together, with the same direction, script, face and size. */
export interface Piece {
  start: number;
  end: number;
  level: number;
}

/** Returns the pieces of a part of a paragraph in logical order. */
export function piecesOf({ levels, scripts, faces, styles }: Paragraph, start: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece | undefined;
  for (let index = start; index < end; index++) {
    const level = levels[index] ?? 0;
    if (
      last?.level === level &&
      scripts[last.start] === scripts[index] &&
      faces[last.start] === faces[index] &&
      areShapedAlike(styles[last.start], styles[index])
    ) {
      last.end = index + 1;
      continue;
    }
    last = { start: index, end: index + 1, level };
    pieces.push(last);
  }
  return pieces;
}

/** Returns true for styles that are shaped together. Colours, underlines and links do not split joined letters or ligatures. */
const areShapedAlike = (a: RunStyle | undefined, b: RunStyle | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.scale === b.scale && a.letterSpacing === b.letterSpacing);

interface ShapedPiece extends Piece {
  glyphs: TextGlyph[];
}

/** Pieces of whole paragraphs of plain Latin text. Their lines are cut from these pieces. */
const wholes = new WeakMap<Paragraph, ShapedPiece[]>();

/** Number of characters on either side that affect how the letters of a piece join. HarfBuzz considers no more. */
const CONTEXT = 5;

/** Returns the glyphs of a piece on a line from left to right, in em of the face, with their positions in the paragraph. */
export function glyphsOf(
  paragraph: Paragraph,
  face: Face,
  piece: Piece,
  line: { start: number; end: number },
): TextGlyph[] {
  const known = wholes.get(paragraph);
  const cut = known && cutOut(paragraph, face, known, piece);
  if (cut) return cut;
  const { text, language, hanLanguage } = paragraph;
  const script = paragraph.scripts[piece.start] ?? null;
  const before = Math.max(line.start, piece.start - CONTEXT);
  const context = text.slice(before, Math.min(line.end, piece.end + CONTEXT));
  const isHyphenated = piece.end === line.end && line.end < text.length && text[line.end - 1] === SOFT_HYPHEN;
  const glyphs = shapeText(face, context, {
    start: piece.start - before,
    end: piece.end - before,
    level: piece.level,
    script,
    letterSpacing: styleAt(paragraph, piece.start).letterSpacing,
    language: (script === 'Hani' && hanLanguage) || language,
    isHyphenated,
  });
  for (const glyph of glyphs) glyph.cluster += before;
  if (line.start === 0 && line.end === text.length && isPlainLatin(text))
    wholes.set(paragraph, [...(known ?? []), { ...piece, glyphs }]);
  return glyphs;
}

/**
 * Cuts a piece out of one that is already shaped. The result is identical to shaping it separately. Returns null if HarfBuzz reports that
 * the result would differ.
 */
function cutOut({ text }: Paragraph, face: Face, known: readonly ShapedPiece[], { start, end }: Piece) {
  const whole = known.find((one) => one.start <= start && end <= one.end);
  if (!whole) return null;
  if (whole.start === start && whole.end === end) return whole.glyphs;
  // Without a letter, HarfBuzz would not recognise the script.
  if (!hasLatinLetter(text.slice(start, end))) return null;
  const from = edgeAt(whole, start);
  const to = edgeAt(whole, end);
  if (from === null || to === null) return null;
  if (from === 0) return whole.glyphs.slice(0, to);
  const units = (length: number) => Math.round(length * face.unitsPerEm);
  let offset = 0;
  for (let index = 0; index < from; index++) offset += units(whole.glyphs[index]?.advance ?? 0);
  return whole.glyphs.slice(from, to).map((glyph) => ({ ...glyph, x: (units(glyph.x) - offset) / face.unitsPerEm }));
}

/** Returns the index of the glyph before which a piece can be split at a position of the paragraph; null if it cannot be split there. */
function edgeAt({ start, end, glyphs }: ShapedPiece, place: number): number | null {
  if (place === start) return 0;
  if (place === end) return glyphs.length;
  const index = glyphs.findIndex(({ cluster }) => cluster >= place);
  const glyph = glyphs[index];
  return glyph?.cluster === place && glyph.isApart ? index : null;
}
