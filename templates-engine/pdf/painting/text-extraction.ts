import type { PositionedGlyph } from '../../text/lines/glyph-positions.ts';
import type { LinePiece } from '../../text/lines/segments.ts';
import { RIGHT_TO_LEFT } from '../../text/shaping/embedding-levels.ts';
import type { ShapedLine } from '../../text/shaping/shaping.ts';
import { type Cluster, clustersOf, type ExtractableGlyph } from './clusters.ts';

/** Part of a line, prepared for text extraction. */
interface ExtractablePiece {
  /** Whole text of the part (ActualText), if readers would extract something else from its glyphs. */
  actualText: string | null;
  /** Glyphs in logical order. */
  glyphs: ExtractableGlyph[];
  /** Glyphs that are drawn as shapes. */
  outlines: PositionedGlyph[];
}

/** Right-to-left scripts that readers recognise. Poppler 22 treats others as left-to-right, and splits their words. */
const KNOWN_RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Assigns each glyph its part of a line's text. Readers would take spaced letters for words, and words of one letter for a spaced word. A
 * line with either gets its text as a whole. Right-to-left text as a whole would be read backwards, so adjoining spaces replace its
 * letters. The same applies to letters off the baseline or on an arc.
 */
export function extractablePiece({ line, glyphs, endsLine }: LinePiece, size: number): ExtractablePiece {
  const { text } = line.line;
  const clusters = clustersOf(glyphs, size);
  const own = {
    letters: clusters.flatMap(({ glyphs }) => glyphs),
    outlines: clusters.flatMap(({ outlines }) => outlines),
  };
  const isSpacedOut = isLetterSpaced(line.line) || /^\S( \S)+$/u.test(text);
  const isKnown = KNOWN_RIGHT_TO_LEFT.test(text);
  const isWhole = !isKnown && (line.arc !== undefined || isSpacedOut || RIGHT_TO_LEFT.test(text));
  const isOutlined = line.arc !== undefined || (isKnown && (isLetterSpaced(line.line) || isSloping(clusters, size)));
  const { letters, outlines } = isOutlined || isWhole ? own : withoutGapsInWords(own, size);
  if (line.endsWithinWord && endsLine) keepHyphen(letters);
  const spaceAfter = line.isFollowedBySpace && endsLine ? spaceBehind(letters.at(-1), size) : [];
  const shown = [...letters, ...spaceAfter];
  return {
    actualText: isWhole ? clusters.map((cluster) => cluster.text).join('') + (spaceAfter.length > 0 ? ' ' : '') : null,
    glyphs: isOutlined ? withoutGaps(shown, size) : shown,
    outlines: isOutlined ? [...glyphs] : outlines,
  };
}

/** Zero-width space. */
const NO_WIDTH = '\u200B';

/** Keeps a hyphen at the end of a line: readers drop one that ends a line as if it divided a word. Poppler and PDFium do so. */
function keepHyphen(letters: ExtractableGlyph[]): void {
  const last = letters.at(-1);
  if (last?.text === '-') letters.splice(-1, 1, { ...last, text: `-${NO_WIDTH}` });
}

/** Returns true if letters are further apart or closer than in the font. */
const isLetterSpaced = ({ isSpaced, runs }: ShapedLine): boolean =>
  isSpaced &&
  runs.some(({ style }) => style.letterSpacing !== 0) &&
  runs.flatMap(({ glyphs }) => glyphs).filter(({ text }) => text !== '').length > 1;

/** Vertical distance in em above which readers assign letters to another line. */
const SLOPE = 0.1;

/** Returns true if letters leave the baseline, as in Nastaliq. */
const isSloping = (clusters: readonly Cluster[], size: number): boolean =>
  clusters.some((cluster) => cluster.glyphs.some(({ y, baseline }) => Math.abs(y - baseline) > SLOPE * size));

/** Returns a space after the last glyph of a line. Without it, readers join words across lines. */
function spaceBehind(last: ExtractableGlyph | undefined, size: number): ExtractableGlyph[] {
  const id = last?.face.layers ? undefined : last?.face.font.nominalGlyph(0x20);
  if (!last || !id) return [];
  const advance = (last.face.font.glyphHAdvance(id) / last.face.unitsPerEm) * last.style.scale;
  const x = RIGHT_TO_LEFT.test(last.text) ? last.x - advance * size : last.x + last.advance * size;
  // The last glyph can be a blank, which would be replaced by several spaces.
  return [{ ...last, id, x, text: ' ', advance, start: x, end: x + advance * size, isBlank: false }];
}

const SPACE = /^\s/u;
/** Distance in em between letters at which readers see two words. Poppler 22 takes 0.1. */
const GAP = 0.08;

/** Replaces left-to-right letters that kerning sets far before the next one by blanks that extend to it. */
function withoutGapsInWords(
  { letters, outlines }: { letters: ExtractableGlyph[]; outlines: PositionedGlyph[] },
  size: number,
): { letters: ExtractableGlyph[]; outlines: PositionedGlyph[] } {
  const drawn: PositionedGlyph[] = [];
  const shown = letters.map((glyph, index) => {
    const next = letters[index + 1];
    if (!next || !isFarBefore(glyph, next, size)) return glyph;
    drawn.push(glyph);
    return { ...glyph, isBlank: true, x: glyph.start, advance: (next.start - glyph.start) / size };
  });
  return drawn.length > 0 ? { letters: shown, outlines: [...outlines, ...drawn] } : { letters, outlines };
}

function isFarBefore(glyph: ExtractableGlyph, next: ExtractableGlyph, size: number): boolean {
  if (glyph.isBlank || SPACE.test(glyph.text) || SPACE.test(next.text) || RIGHT_TO_LEFT.test(glyph.text)) return false;
  const em = size * glyph.style.scale;
  const end = glyph.x + (glyph.face.font.glyphHAdvance(glyph.id) / glyph.face.unitsPerEm) * em;
  return next.x - end > GAP * em;
}

/** Replaces glyphs by blanks, each extending to its neighbour on the right. */
function withoutGaps(glyphs: readonly ExtractableGlyph[], size: number): ExtractableGlyph[] {
  const starts = glyphs.map(({ start }) => start).sort((a, b) => a - b);
  return glyphs.map((glyph) => {
    if (glyph.isBlank && !glyph.face.layers) return glyph;
    const next = starts.find((start) => start > glyph.start + 1e-6) ?? glyph.end;
    return { ...glyph, isBlank: true, x: glyph.start, y: glyph.baseline, advance: (next - glyph.start) / size };
  });
}
