import { DEFAULTS } from '../design/defaults.ts';
import type { TextElement } from '../design/design.ts';
import { type FontRequest, primaryFace } from '../fonts/faces.ts';
import { MeasuredParagraph, Shaping } from './measured-paragraph.ts';
import { analyse, type ShapedLine, unsupported } from './shaping.ts';
import { upperCase } from './upper-case.ts';

const STEP = 0.5;
/** Rounding in the sums of advances must not break a line that fits. */
const TOLERANCE = 0.01;

export interface PlacedLine {
  line: ShapedLine;
  /** From the box's left and top edge to the line's start on its baseline, in points. */
  x: number;
  baseline: number;
  letterSpacing: number;
  /** Added to each space of a justified line, in points. */
  wordSpacing: number;
}

export interface TextLayout {
  size: number;
  lines: PlacedLine[];
  overflows: boolean;
  unsupported: string[];
  /** Characters that were shaped on the way, each as often as it was. */
  shaped: number;
}

/**
 * Lays a text out in its box at the largest size, down to `minSize`, at which it fits; pure, about a millisecond. At most
 * `maxShaped` characters are shaped, each as often as sizes and lines are tried: past that it throws TooMuchShaping.
 */
export function layOutText(element: TextElement, content: string, maxShaped = Number.POSITIVE_INFINITY): TextLayout {
  const request: FontRequest = {
    family: element.font,
    weight: element.weight ?? DEFAULTS.text.weight,
    italic: element.italic ?? DEFAULTS.text.italic,
  };
  const text = (element.uppercase ? upperCase(content) : content).normalize('NFC');
  const paragraphs = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => analyse(line.replaceAll('\t', ' '), request));
  const missing = [...new Set(paragraphs.flatMap(unsupported))];
  const nothing: TextLayout = { size: element.size, lines: [], overflows: false, unsupported: missing, shaped: 0 };
  if (missing.length > 0) return nothing;
  const shaping = new Shaping(maxShaped);
  const spacing = element.letterSpacing ?? DEFAULTS.text.letterSpacing;
  const measured = paragraphs.map((paragraph) => new MeasuredParagraph(paragraph, spacing, shaping));
  const least = Math.min(element.minSize ?? element.size, element.size);
  for (let size = element.size; ; size = Math.max(least, size - STEP)) {
    if (size > least && isTooLarge(measured, element, size)) continue;
    const broken = breakAll(measured, element, size, size === least);
    const height = broken.length * lineHeight(element, size);
    const fits =
      height <= element.height + TOLERANCE &&
      broken.every(({ line }) => widthOf(line, element, size) <= element.width + TOLERANCE);
    // A single line may be as high as its letters: a box drawn tightly around a line holds it.
    const tight =
      broken.length === 1 &&
      broken.every(({ line }) => widthOf(line, element, size) <= element.width + TOLERANCE) &&
      size <= element.height;
    if (fits || tight || size === least) {
      const lines = place(broken, element, size, request);
      return { size, lines, overflows: !fits && !tight, unsupported: [], shaped: shaping.characters };
    }
  }
}

/** How much less than its letters' own advances a text may take, by kerning and joined forms. */
const LEAST_SHARE = 0.8;

/** Whether a size is out of the question by the letters' advances alone, without a line broken. */
function isTooLarge(paragraphs: readonly MeasuredParagraph[], element: TextElement, size: number): boolean {
  if ((element.letterSpacing ?? DEFAULTS.text.letterSpacing) < 0) return false;
  const widthsOf = (em: number) => (em * size * LEAST_SHARE) / (element.width + TOLERANCE);
  if (paragraphs.some(({ widestPiece }) => widthsOf(widestPiece) > 1)) return true;
  const lines = paragraphs.reduce((sum, { ink }) => sum + Math.max(1, Math.ceil(widthsOf(ink))), 0);
  return lines > 1 && lines * lineHeight(element, size) > element.height + TOLERANCE;
}

const lineHeight = (element: TextElement, size: number): number =>
  size * (element.lineHeight ?? DEFAULTS.text.lineHeight);
const widthOf = (line: ShapedLine, element: TextElement, size: number): number =>
  line.width * size + line.gaps * (element.letterSpacing ?? DEFAULTS.text.letterSpacing);

interface BrokenLine {
  line: ShapedLine;
  /** Whether its paragraph ends here: such a line is not justified. */
  last: boolean;
}

function breakAll(paragraphs: MeasuredParagraph[], element: TextElement, size: number, mayCut: boolean): BrokenLine[] {
  return paragraphs.flatMap((paragraph) => breakParagraph(paragraph, element, size, mayCut));
}

/** As many pieces a line as fit; a word that is longer than a line is cut only where nothing else helps. */
function breakParagraph(
  paragraph: MeasuredParagraph,
  element: TextElement,
  size: number,
  mayCut: boolean,
): BrokenLine[] {
  const lines: BrokenLine[] = [];
  const fits = (start: number, end: number) => paragraph.fits(start, end, size, element.width + TOLERANCE);
  let start = 0;
  while (start < paragraph.length) {
    const line = start;
    const fitting = (positions: readonly number[]) => lastFitting(positions, line, (position) => fits(line, position));
    let end = fitting(paragraph.breaks) ?? paragraph.length;
    if (mayCut && !fits(start, end)) end = fitting(paragraph.cuts) ?? end;
    lines.push({ line: paragraph.line(start, end), last: end >= paragraph.length });
    start = end;
  }
  return lines.length > 0 ? lines : [{ line: paragraph.line(0, 0), last: true }];
}

/** The last of the positions after `start` up to which all fit, or the first where none does. */
function lastFitting(
  positions: readonly number[],
  start: number,
  fits: (position: number) => boolean,
): number | undefined {
  const first = firstAfter(positions, start);
  let found = positions[first];
  for (let index = first; index < positions.length; index++) {
    const position = positions[index];
    if (position === undefined || !fits(position)) break;
    found = position;
  }
  return found;
}

/** Where in an ascending list the numbers past `value` begin. */
function firstAfter(positions: readonly number[], value: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function place(broken: BrokenLine[], element: TextElement, size: number, request: FontRequest): PlacedLine[] {
  const height = lineHeight(element, size);
  const free = element.height - broken.length * height;
  const top = element.verticalAlign === 'middle' ? free / 2 : element.verticalAlign === 'bottom' ? free : 0;
  const { ascender, descender } = primaryFace(request);
  const leading = (height - (ascender - descender) * size) / 2;
  return broken.map(({ line, last }, index) => {
    const spare = element.width - widthOf(line, element, size);
    const spaces = line.text.match(/ /g)?.length ?? 0;
    const justified = element.align === 'justify' && !last && spaces > 0;
    const x = element.align === 'center' ? spare / 2 : element.align === 'right' ? spare : 0;
    return {
      line,
      x,
      baseline: top + index * height + leading + ascender * size,
      letterSpacing: line.gaps > 0 ? (element.letterSpacing ?? DEFAULTS.text.letterSpacing) : 0,
      wordSpacing: justified ? spare / spaces : 0,
    };
  });
}
