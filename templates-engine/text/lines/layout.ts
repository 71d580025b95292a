/**
 * Texts, from placeholders to positioned glyphs: `shaping/` turns characters into glyphs, and `lines/` places them in a box. A layout is a
 * pure function of text and style. Both outputs paint the same layout, so a line breaks identically in both.
 */

import type { FallbackWord } from '../shaping/faces-of-text.ts';
import { type Paragraph, unsupported } from '../shaping/paragraph.ts';
import { onOneLine, type TextRun } from '../shaping/runs.ts';
import { ShapingBudget } from '../shaping/shaping-budget.ts';
import { placeOnArc } from './arc.ts';
import { breakParagraph } from './break-lines.ts';
import { MeasuredParagraph, TOLERANCE, widthOf } from './measured-paragraph.ts';
import { heightOf, type PositionedLine, positionLines } from './position-lines.ts';
import { readParagraphs } from './read-paragraphs.ts';
import type { TextStyle } from './text-style.ts';

const STEP = 0.5;

export interface TextLayout {
  size: number;
  lines: PositionedLine[];
  overflows: boolean;
  unsupported: string[];
  /** Words in another family than that of their style. */
  fallbacks: FallbackWord[];
  /** Number of characters that were shaped. Characters shaped repeatedly count each time. */
  shapedCharacters: number;
}

/**
 * Lays out a text in its box at the largest size, at least `minSize`, at which it fits. A pure function, taking about 1 ms. Throws
 * ShapingLimitError after shaping `maxShapedCharacters`; characters shaped again for other sizes and lines count each time.
 */
export function layOutText(
  content: string | readonly TextRun[],
  style: TextStyle,
  maxShapedCharacters = Number.POSITIVE_INFINITY,
): TextLayout {
  const paragraphs = readParagraphs(style.arc ? onOneLine(content) : content, style);
  const missing = missingIn(paragraphs);
  if (missing.length > 0)
    return { size: style.size, lines: [], overflows: false, unsupported: missing, fallbacks: [], shapedCharacters: 0 };
  const shaping = new ShapingBudget(maxShapedCharacters);
  const measured = paragraphs.map((paragraph) => new MeasuredParagraph(paragraph, shaping));
  const laidOut = style.arc ? layOutOnArc(measured, style, style.arc.radius) : layOutMeasured(measured, style);
  return { ...laidOut, unsupported: [], fallbacks: fallbacksIn(paragraphs), shapedCharacters: shaping.characters };
}

type LaidOut = Pick<TextLayout, 'size' | 'lines' | 'overflows'>;

/** Places a single-line text on an arc at the largest size at which it fits. */
function layOutOnArc([paragraph]: readonly MeasuredParagraph[], style: TextStyle, radius: number): LaidOut {
  const line = paragraph?.line(0, paragraph.length);
  const least = Math.min(style.minSize, style.size);
  for (let size = style.size; line; size = Math.max(least, size - STEP)) {
    const { arc, fits } = placeOnArc(line, style, radius, size);
    if (!fits && size > least) continue;
    const lines = [{ line, x: 0, baseline: 0, wordSpacing: 0, isFollowedBySpace: false, endsWithinWord: false, arc }];
    return { size, lines, overflows: !fits };
  }
  return { size: style.size, lines: [], overflows: false };
}

/** Returns the characters of paragraphs without a glyph in any font. */
export const missingIn = (paragraphs: readonly Paragraph[]): string[] => [...new Set(paragraphs.flatMap(unsupported))];

export const fallbacksIn = (paragraphs: readonly Paragraph[]): FallbackWord[] =>
  paragraphs.flatMap(({ fallbacks }) => fallbacks);

/** Breaks and places measured paragraphs at the largest size at which they fit. */
export function layOutMeasured(paragraphs: readonly MeasuredParagraph[], style: TextStyle): LaidOut {
  const least = Math.min(style.minSize, style.size);
  for (let size = style.size; ; size = Math.max(least, size - STEP)) {
    if (size > least && isTooLarge(paragraphs, style, size)) continue;
    const limits = { size, width: style.width + TOLERANCE, mayCut: size === least };
    const broken = paragraphs.flatMap((paragraph) => breakParagraph(paragraph, limits));
    const isNarrow = broken.every(({ line }) => widthOf(line, size) <= style.width + TOLERANCE);
    const isLow = heightOf(broken, style, size) <= style.height + TOLERANCE;
    // A single line only needs the height of its letters, so that a box drawn tightly around it fits.
    const isTight = broken.length === 1 && size * (broken[0]?.line.scale ?? 1) <= style.height;
    const isUnbroken = !style.oneLine || broken.length === paragraphs.length;
    const fits = isNarrow && isUnbroken && (isLow || isTight);
    if (fits || size === least) return { size, lines: positionLines(broken, style, size), overflows: !fits };
  }
}

/** Minimum width of a text relative to the sum of its advances. Kerning and joined forms can shorten it. */
const LEAST_SHARE = 0.8;

/** Returns true if advances alone show that a size is too large. Avoids breaking lines. */
function isTooLarge(paragraphs: readonly MeasuredParagraph[], style: TextStyle, size: number): boolean {
  if (paragraphs.some(({ isTightened }) => isTightened)) return false;
  const widthsOf = (em: number) => (em * size * LEAST_SHARE) / (style.width + TOLERANCE);
  if (paragraphs.some(({ widestPiece }) => widthsOf(widestPiece) > 1)) return true;
  let [lines, height] = [0, 0];
  for (const { inkWidth, scales } of paragraphs) {
    const least = Math.max(1, Math.ceil(widthsOf(inkWidth)));
    lines += least;
    height += least * scales.least;
  }
  return lines > 1 && height * size * style.lineHeight > style.height + TOLERANCE;
}
