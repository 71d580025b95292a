import type { PositionedGlyph } from '../../text/lines/glyph-positions.ts';
import { RIGHT_TO_LEFT } from '../../text/shaping/embedding-levels.ts';

/** Glyph with its extracted characters. */
export interface ExtractableGlyph extends PositionedGlyph {
  /** Set for a glyph that is painted outside the text object or not at all. Spaces of its width carry its characters instead. */
  isBlank?: boolean;
}

/** Glyphs that together represent the same characters in extracted text. */
export interface Cluster {
  /** Characters of the cluster. */
  text: string;
  /** Glyphs that carry its characters, in logical order. */
  glyphs: ExtractableGlyph[];
  /** Glyphs without text, drawn as shapes: coloured ones, and those in excess of the characters. */
  outlines: PositionedGlyph[];
}

/** Groups the glyphs of a line into clusters in logical order. Invisible characters belong to the preceding cluster. */
export function clustersOf(glyphs: readonly PositionedGlyph[], size: number): Cluster[] {
  const byStart = new Map<number, PositionedGlyph[]>();
  for (const glyph of glyphs) {
    const cluster = byStart.get(glyph.cluster);
    if (cluster) cluster.push(glyph);
    else byStart.set(glyph.cluster, [glyph]);
  }
  const isInOrder = glyphs.every(({ cluster }, index) => index === 0 || cluster >= (glyphs[index - 1]?.cluster ?? 0));
  const clusters: PositionedGlyph[][] = [];
  for (const [, cluster] of isInOrder ? byStart : [...byStart].sort(([a], [b]) => a - b)) {
    const last = clusters.at(-1);
    if (last && isInvisible(cluster)) last.push(...cluster);
    else clusters.push(cluster);
  }
  return clusters.map((cluster) => assignText(cluster, size));
}

/** Returns true for joiners and similar characters. Readers would take a separate glyph without extent for the end of a word. */
const isInvisible = (cluster: readonly PositionedGlyph[]): boolean =>
  cluster.every(({ isMark, text }) => isMark && /^\p{Default_Ignorable_Code_Point}*$/u.test(text));

/** Returns true for a glyph that represents one character, as nearly all do. */
const isLetter = ({ id, isMark, text, face }: PositionedGlyph): boolean =>
  text.length === 1 && id !== 0 && !isMark && face.layers === null;

/**
 * Assigns one character to each glyph that takes space, and the rest to the last one, because readers lose their position at marks. A vowel
 * on both sides of its consonant counts as two characters if Unicode decomposes it.
 */
function assignText(cluster: readonly PositionedGlyph[], size: number): Cluster {
  const [only] = cluster;
  if (only && cluster.length === 1 && isLetter(only)) return { text: only.text, glyphs: [only], outlines: [] };
  const text = cluster.map((glyph) => glyph.text).join('');
  // Text must not show .notdef (ISO 19005-3, 6.2.11.8).
  const shown = cluster.filter(({ id }) => id !== 0);
  const bases = shown.filter(({ isMark }) => !isMark);
  const characters = bases.length > [...text].length ? [...text.normalize('NFD')] : [...text];
  const withText = (bases.length > 0 ? bases : shown).slice(0, Math.max(1, characters.length));
  const glyphs = withText
    .map((glyph, index) => ({
      ...glyph,
      isBlank: glyph.face.layers !== null,
      text: characters.slice(index, index === withText.length - 1 ? undefined : index + 1).join(''),
    }))
    .flatMap((glyph) => apart(glyph, size));
  const isDrawnAsText = ({ id, x }: PositionedGlyph) =>
    glyphs.some((glyph) => !glyph.isBlank && glyph.id === id && glyph.x === x);
  return { text, glyphs, outlines: cluster.filter((glyph) => !isDrawnAsText(glyph)) };
}

/** Width of a space that represents a character without a glyph in the text, in em. */
const BLANK = 0.04;

/** Characters that modify the preceding one: marks and invisible characters. */
const ADDED = /^[\p{M}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Splits a glyph into its characters where readers would misread them. Poppler reads the characters of a right-to-left glyph backwards.
 * MuPDF 1.21 drops characters above U+FFFF. Each mark becomes a blank at the end of its letter; a ligature of letters becomes one blank.
 */
function apart(glyph: ExtractableGlyph, size: number): ExtractableGlyph[] {
  const [first = '', ...others] = glyph.text;
  const isRightToLeft = RIGHT_TO_LEFT.test(glyph.text);
  const isMisread = isRightToLeft || /[\u{10000}-\u{10FFFF}]/u.test(glyph.text);
  if (glyph.isBlank || others.length === 0 || !isMisread) return [glyph];
  if (!ADDED.test(others.join(''))) return [{ ...glyph, isBlank: true, x: glyph.start }];
  const advance = BLANK * glyph.style.scale;
  // Readers take the width of the glyph from the font only.
  const end = glyph.x + (glyph.face.font.glyphHAdvance(glyph.id) / glyph.face.unitsPerEm) * glyph.style.scale * size;
  const blanks = others.map((text, index) => ({
    ...glyph,
    text,
    advance,
    isBlank: true,
    x: isRightToLeft ? glyph.x - (index + 1) * advance * size : end - (others.length - index) * advance * size,
  }));
  return [{ ...glyph, text: first }, ...blanks];
}
