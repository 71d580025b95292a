import { type FontRequest, primaryFace } from '../fonts/faces.ts';
import { type BrokenLine, breakParagraph } from './break-lines.ts';
import { MeasuredParagraph, ShapingBudget } from './measured-paragraph.ts';
import { analyse, unsupported } from './paragraph.ts';
import type { ShapedLine } from './shaping.ts';
import { upperCase } from './upper-case.ts';

const STEP = 0.5;
/** Rounding in the sums of advances must not break a line that fits. */
const TOLERANCE = 0.01;

/** The box of a text and how it is set in it; lengths in points. */
export interface TextStyle {
  width: number;
  height: number;
  font: FontRequest;
  size: number;
  /** The smallest size that may be taken for the text to fit. */
  minSize: number;
  /** As a multiple of the size. */
  lineHeight: number;
  letterSpacing: number;
  align: 'left' | 'center' | 'right' | 'justify';
  verticalAlign: 'top' | 'middle' | 'bottom';
  uppercase: boolean;
}

export interface PositionedLine {
  line: ShapedLine;
  /** From the box's left and top edge to the line's start on its baseline, in points. */
  x: number;
  baseline: number;
  letterSpacing: number;
  /** Added to each space of a justified line, in points. */
  wordSpacing: number;
  /** Whether a space stands between it and the next line. */
  isFollowedBySpace: boolean;
}

export interface TextLayout {
  size: number;
  lines: PositionedLine[];
  overflows: boolean;
  unsupported: string[];
  /** Characters that were shaped on the way, each as often as it was. */
  shapedCharacters: number;
}

/**
 * Lays a text out in its box at the largest size, down to `minSize`, at which it fits; pure, about a millisecond. At most
 * `maxShapedCharacters` are shaped, each as often as sizes and lines are tried: past that it throws ShapingLimitError.
 */
export function layOutText(
  content: string,
  style: TextStyle,
  maxShapedCharacters = Number.POSITIVE_INFINITY,
): TextLayout {
  const text = (style.uppercase ? upperCase(content) : content).normalize('NFC');
  const paragraphs = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => analyse(line.replaceAll('\t', ' '), style.font));
  const missing = [...new Set(paragraphs.flatMap(unsupported))];
  const nothing: TextLayout = {
    size: style.size,
    lines: [],
    overflows: false,
    unsupported: missing,
    shapedCharacters: 0,
  };
  if (missing.length > 0) return nothing;
  const shaping = new ShapingBudget(maxShapedCharacters);
  const measured = paragraphs.map((paragraph) => new MeasuredParagraph(paragraph, style.letterSpacing, shaping));
  const least = Math.min(style.minSize, style.size);
  for (let size = style.size; ; size = Math.max(least, size - STEP)) {
    if (size > least && isTooLarge(measured, style, size)) continue;
    const limits = { size, width: style.width + TOLERANCE, mayCut: size === least };
    const broken = measured.flatMap((paragraph) => breakParagraph(paragraph, limits));
    const isNarrow = broken.every(({ line }) => widthOf(line, style, size) <= style.width + TOLERANCE);
    const isLow = broken.length * lineHeight(style, size) <= style.height + TOLERANCE;
    // A single line may be as high as its letters: a box drawn tightly around a line holds it.
    const fits = isNarrow && (isLow || (broken.length === 1 && size <= style.height));
    if (fits || size === least) {
      const lines = position(broken, style, size);
      return { size, lines, overflows: !fits, unsupported: [], shapedCharacters: shaping.characters };
    }
  }
}

/** How much less than its letters' own advances a text may take, by kerning and joined forms. */
const LEAST_SHARE = 0.8;

/** Whether a size is out of the question by the letters' advances alone, without a line broken. */
function isTooLarge(paragraphs: readonly MeasuredParagraph[], style: TextStyle, size: number): boolean {
  if (style.letterSpacing < 0) return false;
  const widthsOf = (em: number) => (em * size * LEAST_SHARE) / (style.width + TOLERANCE);
  if (paragraphs.some(({ widestPiece }) => widthsOf(widestPiece) > 1)) return true;
  const lines = paragraphs.reduce((sum, { inkWidth }) => sum + Math.max(1, Math.ceil(widthsOf(inkWidth))), 0);
  return lines > 1 && lines * lineHeight(style, size) > style.height + TOLERANCE;
}

const lineHeight = (style: TextStyle, size: number): number => size * style.lineHeight;
const widthOf = (line: ShapedLine, style: TextStyle, size: number): number =>
  line.width * size + line.gaps * style.letterSpacing;

function position(broken: BrokenLine[], style: TextStyle, size: number): PositionedLine[] {
  const height = lineHeight(style, size);
  const free = style.height - broken.length * height;
  const top = style.verticalAlign === 'middle' ? free / 2 : style.verticalAlign === 'bottom' ? free : 0;
  const { ascender, descender } = primaryFace(style.font);
  const leading = (height - (ascender - descender) * size) / 2;
  return broken.map(({ line, last, endsWord }, index) => {
    const spare = style.width - widthOf(line, style, size);
    const spaces = line.text.match(/ /g)?.length ?? 0;
    const justified = style.align === 'justify' && !last && spaces > 0;
    const x = style.align === 'center' ? spare / 2 : style.align === 'right' ? spare : 0;
    return {
      line,
      x,
      baseline: top + index * height + leading + ascender * size,
      letterSpacing: line.gaps > 0 ? style.letterSpacing : 0,
      wordSpacing: justified ? spare / spaces : 0,
      isFollowedBySpace: endsWord && index < broken.length - 1,
    };
  });
}
