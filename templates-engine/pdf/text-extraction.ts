import type { PositionedGlyph } from '../text/glyph-positions.ts';
import { RIGHT_TO_LEFT } from '../text/paragraph.ts';
import type { LinePiece } from '../text/segments.ts';
import type { ShapedLine } from '../text/shaping.ts';

/** Part of a line as its text can be extracted from the PDF. */
interface ExtractablePiece {
  /** Its whole text, where readers would extract something else from its glyphs (ActualText). */
  actualText: string | null;
  /** In logical order, each with the characters that it is extracted as. */
  glyphs: PositionedGlyph[];
  /** Glyphs without text, drawn as shapes: there are more of them than characters, or they are coloured. */
  outlines: PositionedGlyph[];
}

/**
 * Gives each glyph its part of a line's text. Letters that are spaced out would be read as words, and words of one letter
 * as a spaced-out word: such a line has its text as a whole.
 */
export function extractablePiece(
  { line: { line, isFollowedBySpace }, glyphs, endsLine }: LinePiece,
  size: number,
): ExtractablePiece {
  const own = clustersOf(glyphs);
  const clusters = own.map(assignText);
  const isSpacedOut = isLetterSpaced(line) || /^\S( \S)+$/u.test(line.text);
  const shown = clusters.flatMap(({ glyphs: withText }) => withText);
  const hasSpaceAfter = isFollowedBySpace && endsLine;
  const text = () =>
    own
      .flat()
      .map((glyph) => glyph.text)
      .join('');
  return {
    actualText: isSpacedOut && !RIGHT_TO_LEFT.test(line.text) ? `${text()}${hasSpaceAfter ? ' ' : ''}` : null,
    glyphs: hasSpaceAfter ? [...shown, ...spaceAfter(shown.at(-1), size)] : shown,
    outlines: clusters.flatMap(({ outlines }) => outlines),
  };
}

/** Whether letters stand further apart, or closer, than the font has them. */
const isLetterSpaced = ({ isSpaced, runs }: ShapedLine): boolean =>
  isSpaced &&
  runs.some(({ style }) => style.letterSpacing !== 0) &&
  runs.flatMap(({ glyphs }) => glyphs).filter(({ text }) => text !== '').length > 1;

/** A space after a line's last glyph, without which readers join the words of two lines. */
function spaceAfter(last: PositionedGlyph | undefined, size: number): PositionedGlyph[] {
  const id = last?.face.layers ? undefined : last?.face.font.nominalGlyph(0x20);
  if (!last || !id) return [];
  const advance = (last.face.font.glyphHAdvance(id) / last.face.unitsPerEm) * last.style.scale;
  const x = RIGHT_TO_LEFT.test(last.text) ? last.x - advance * size : last.x + last.advance * size;
  return [{ ...last, id, x, text: ' ', advance }];
}

/** Glyphs that together stand for the same characters, in logical order. */
function clustersOf(glyphs: readonly PositionedGlyph[]): PositionedGlyph[][] {
  const clusters = new Map<number, PositionedGlyph[]>();
  for (const glyph of glyphs) {
    const cluster = clusters.get(glyph.cluster);
    if (cluster) cluster.push(glyph);
    else clusters.set(glyph.cluster, [glyph]);
  }
  return [...clusters].sort(([a], [b]) => a - b).map(([, cluster]) => cluster);
}

/**
 * A character for each glyph that takes room, the rest for the last; readers lose their place at marks. A vowel that
 * stands on both sides of its consonant is two characters where Unicode takes it apart.
 */
function assignText(cluster: readonly PositionedGlyph[]): Pick<ExtractablePiece, 'glyphs' | 'outlines'> {
  const text = cluster.map((glyph) => glyph.text).join('');
  // Text never shows .notdef (ISO 19005-3, 6.2.11.8).
  const shown = cluster.filter(({ id }) => id !== 0);
  const bases = shown.filter(({ isMark }) => !isMark);
  const characters = bases.length > [...text].length ? [...text.normalize('NFD')] : [...text];
  const withText = (bases.length > 0 ? bases : shown).slice(0, Math.max(1, characters.length));
  return {
    glyphs: withText.map((glyph, index) => ({
      ...glyph,
      text: characters.slice(index, index === withText.length - 1 ? undefined : index + 1).join(''),
    })),
    outlines: cluster.filter((glyph) => glyph.face.layers || !withText.includes(glyph)),
  };
}
