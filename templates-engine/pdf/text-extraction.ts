import type { PositionedGlyph } from '../text/glyph-positions.ts';
import { RIGHT_TO_LEFT } from '../text/paragraph.ts';
import type { LinePiece } from '../text/segments.ts';
import type { ShapedLine } from '../text/shaping.ts';
import { type Cluster, clustersOf, type ExtractableGlyph } from './clusters.ts';

/** Part of a line as its text can be extracted from the PDF. */
interface ExtractablePiece {
  /** Its whole text, where readers would extract something else from its glyphs (ActualText). */
  actualText: string | null;
  /** In logical order. */
  glyphs: ExtractableGlyph[];
  /** What is drawn as shapes. */
  outlines: PositionedGlyph[];
}

/** Right-to-left scripts whose direction readers know. Poppler 22 takes others for left-to-right ones, and their words apart. */
const KNOWN_RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Gives each glyph its part of a line's text. Letters that are spaced out would be read as words, and words of one letter
 * as a spaced-out word: such a line has its text as a whole. From right to left that would be read backwards: spaces that
 * leave no gap stand for the letters there, and where letters leave the baseline or
 * stand on an arc.
 */
export function extractablePiece({ line, glyphs, endsLine }: LinePiece, size: number): ExtractablePiece {
  const { text } = line.line;
  const clusters = clustersOf(glyphs, size);
  const isSpacedOut = isLetterSpaced(line.line) || /^\S( \S)+$/u.test(text);
  const isKnown = KNOWN_RIGHT_TO_LEFT.test(text);
  const isWhole = !isKnown && (line.arc !== undefined || isSpacedOut || RIGHT_TO_LEFT.test(text));
  const isOutlined = line.arc !== undefined || (isKnown && (isLetterSpaced(line.line) || isSloping(clusters, size)));
  const letters = clusters.flatMap((cluster) => cluster.glyphs);
  const spaceAfter = line.isFollowedBySpace && endsLine ? spaceBehind(letters.at(-1), size) : [];
  const shown = [...letters, ...spaceAfter];
  return {
    actualText: isWhole ? clusters.map((cluster) => cluster.text).join('') + (spaceAfter.length > 0 ? ' ' : '') : null,
    glyphs: isOutlined ? withoutGaps(shown, size) : shown,
    outlines: isOutlined ? [...glyphs] : clusters.flatMap(({ outlines }) => outlines),
  };
}

/** Whether letters stand further apart, or closer, than the font has them. */
const isLetterSpaced = ({ isSpaced, runs }: ShapedLine): boolean =>
  isSpaced &&
  runs.some(({ style }) => style.letterSpacing !== 0) &&
  runs.flatMap(({ glyphs }) => glyphs).filter(({ text }) => text !== '').length > 1;

/** In em: letters that stand higher or lower than this are taken for another line's. */
const SLOPE = 0.1;

/** Whether letters leave the baseline, as those of Nastaliq do. */
const isSloping = (clusters: readonly Cluster[], size: number): boolean =>
  clusters.some((cluster) => cluster.glyphs.some(({ y, baseline }) => Math.abs(y - baseline) > SLOPE * size));

/** A space behind a line's last glyph, without which readers join the words of two lines. */
function spaceBehind(last: ExtractableGlyph | undefined, size: number): ExtractableGlyph[] {
  const id = last?.face.layers ? undefined : last?.face.font.nominalGlyph(0x20);
  if (!last || !id) return [];
  const advance = (last.face.font.glyphHAdvance(id) / last.face.unitsPerEm) * last.style.scale;
  const x = RIGHT_TO_LEFT.test(last.text) ? last.x - advance * size : last.x + last.advance * size;
  // The last glyph may be a blank, of which more is made than of a space.
  return [{ ...last, id, x, text: ' ', advance, start: x, end: x + advance * size, isBlank: false }];
}

/** Blanks instead of glyphs, each as wide as the room up to its neighbour on the right. */
function withoutGaps(glyphs: readonly ExtractableGlyph[], size: number): ExtractableGlyph[] {
  const starts = glyphs.map(({ start }) => start).sort((a, b) => a - b);
  return glyphs.map((glyph) => {
    if (glyph.isBlank && !glyph.face.layers) return glyph;
    const next = starts.find((start) => start > glyph.start + 1e-6) ?? glyph.end;
    return { ...glyph, isBlank: true, x: glyph.start, y: glyph.baseline, advance: (next - glyph.start) / size };
  });
}
