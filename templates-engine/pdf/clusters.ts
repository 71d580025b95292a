import type { PositionedGlyph } from '../text/glyph-positions.ts';
import { RIGHT_TO_LEFT } from '../text/paragraph.ts';

/** A glyph with the characters that it is extracted as. */
export interface ExtractableGlyph extends PositionedGlyph {
  /** Spaces of its width stand for its characters: it is painted outside of the text, or not at all. */
  isBlank?: boolean;
}

/** Glyphs that together stand for the same characters, as their text is extracted. */
export interface Cluster {
  /** Its characters. */
  text: string;
  /** What shows its characters, in logical order. */
  glyphs: ExtractableGlyph[];
  /** Those without text, drawn as shapes: there are more of them than characters, or they are coloured. */
  outlines: PositionedGlyph[];
}

/** The clusters of a line's glyphs in logical order. What is not drawn belongs to what stands before it. */
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

/** Joiners and the like: readers would take a glyph without extent, at a place of its own, for the end of a word. */
const isInvisible = (cluster: readonly PositionedGlyph[]): boolean =>
  cluster.every(({ isMark, text }) => isMark && /^\p{Default_Ignorable_Code_Point}*$/u.test(text));

/** Whether a glyph stands for one character, as nearly all do. */
const isLetter = ({ id, isMark, text, face }: PositionedGlyph): boolean =>
  text.length === 1 && id !== 0 && !isMark && face.layers === null;

/**
 * A character for each glyph that takes room, the rest for the last; readers lose their place at marks. A vowel that
 * stands on both sides of its consonant is two characters where Unicode takes it apart.
 */
function assignText(cluster: readonly PositionedGlyph[], size: number): Cluster {
  const [only] = cluster;
  if (only && cluster.length === 1 && isLetter(only)) return { text: only.text, glyphs: [only], outlines: [] };
  const text = cluster.map((glyph) => glyph.text).join('');
  // Text never shows .notdef (ISO 19005-3, 6.2.11.8).
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

/** The width of a space that stands for a character that has no glyph in the text, in em. */
const BLANK = 0.04;

/** What adds to a character that stands before it: marks, and what is not drawn. */
const ADDED = /^[\p{M}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * A glyph's characters one by one, where readers make something else of several. Poppler reads those of a right-to-left
 * glyph backwards; MuPDF 1.21 takes none above U+FFFF. Marks have blanks of their own where the letter ends; a ligature of
 * letters is a blank as a whole.
 */
function apart(glyph: ExtractableGlyph, size: number): ExtractableGlyph[] {
  const [first = '', ...others] = glyph.text;
  const isRightToLeft = RIGHT_TO_LEFT.test(glyph.text);
  const isMisread = isRightToLeft || /[\u{10000}-\u{10FFFF}]/u.test(glyph.text);
  if (glyph.isBlank || others.length === 0 || !isMisread) return [glyph];
  if (!ADDED.test(others.join(''))) return [{ ...glyph, isBlank: true, x: glyph.start }];
  const advance = BLANK * glyph.style.scale;
  // Readers know the glyph's width from the font alone.
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
