import type { TextElement } from '../design/design.ts';
import { type FontRequest, primaryFace } from './faces.ts';
import { lineBreaks } from './line-breaks.ts';
import { analyse, type Paragraph, type ShapedLine, shapeLine, unsupported } from './shaping.ts';
import { upperCase } from './upper-case.ts';

const STEP = 0.5;
/** Rounding in the sums of advances must not break a line that fits. */
const TOLERANCE = 0.01;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

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
}

/** Lays a text out in its box at the largest size, down to `minSize`, at which it fits; pure, about a millisecond. */
export function layOutText(element: TextElement, content: string): TextLayout {
  const request: FontRequest = { family: element.font, weight: element.weight ?? 400, italic: element.italic ?? false };
  const text = (element.uppercase ? upperCase(content) : content).normalize('NFC');
  const paragraphs = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => analyse(line.replaceAll('\t', ' '), request));
  const missing = [...new Set(paragraphs.flatMap(unsupported))];
  if (missing.length > 0) return { size: element.size, lines: [], overflows: false, unsupported: missing };
  const measured = paragraphs.map((paragraph) => new MeasuredParagraph(paragraph, (element.letterSpacing ?? 0) !== 0));
  const least = Math.min(element.minSize ?? element.size, element.size);
  for (let size = element.size; ; size = Math.max(least, size - STEP)) {
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
      return { size, lines: place(broken, element, size, request), overflows: !fits && !tight, unsupported: [] };
    }
  }
}

const lineHeight = (element: TextElement, size: number): number => size * (element.lineHeight ?? 1.2);
const widthOf = (line: ShapedLine, element: TextElement, size: number): number =>
  line.width * size + line.gaps * (element.letterSpacing ?? 0);

interface BrokenLine {
  line: ShapedLine;
  /** Whether its paragraph ends here: such a line is not justified. */
  last: boolean;
}

/** A paragraph cut where it may break (UAX 14), each piece measured once for all sizes. */
class MeasuredParagraph {
  readonly #paragraph: Paragraph;
  readonly #spaced: boolean;
  readonly breaks: readonly number[];
  readonly #lines = new Map<string, ShapedLine>();

  constructor(paragraph: Paragraph, spaced: boolean) {
    this.#paragraph = paragraph;
    this.#spaced = spaced;
    this.breaks = lineBreaks(paragraph.text);
  }

  get length(): number {
    return this.#paragraph.text.length;
  }

  /** The line from start to end, without the spaces at its end. */
  line(start: number, end: number): ShapedLine {
    const text = this.#paragraph.text.slice(start, end);
    const trimmed = start + text.trimEnd().length;
    const key = `${start} ${trimmed}`;
    const line = this.#lines.get(key) ?? shapeLine(this.#paragraph, start, trimmed, this.#spaced);
    this.#lines.set(key, line);
    return line;
  }

  /** Where a word may be cut when it is longer than a line. */
  cuts(start: number, end: number): number[] {
    const pieces = graphemes.segment(this.#paragraph.text.slice(start, end));
    return [...pieces].map(({ index, segment }) => start + index + segment.length);
  }
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
  const fits = (start: number, end: number) =>
    widthOf(paragraph.line(start, end), element, size) <= element.width + TOLERANCE;
  let start = 0;
  while (start < paragraph.length) {
    const ahead = paragraph.breaks.filter((position) => position > start);
    let end = lastFitting(ahead, (position) => fits(start, position)) ?? ahead[0] ?? paragraph.length;
    if (mayCut && !fits(start, end)) {
      const cuts = paragraph.cuts(start, end);
      end = lastFitting(cuts, (position) => fits(start, position)) ?? cuts[0] ?? end;
    }
    lines.push({ line: paragraph.line(start, end), last: end >= paragraph.length });
    start = end;
  }
  return lines.length > 0 ? lines : [{ line: paragraph.line(0, 0), last: true }];
}

function lastFitting(positions: readonly number[], fits: (position: number) => boolean): number | undefined {
  let found: number | undefined;
  for (const position of positions) {
    if (!fits(position)) break;
    found = position;
  }
  return found;
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
      letterSpacing: line.gaps > 0 ? (element.letterSpacing ?? 0) : 0,
      wordSpacing: justified ? spare / spaces : 0,
    };
  });
}
