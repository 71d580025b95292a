import type { ShapedLine } from '../shaping/shaping.ts';
import type { MeasuredParagraph } from './measured-paragraph.ts';

export interface BrokenLine {
  line: ShapedLine;
  /** Set for the last line of a paragraph, which is not justified. */
  last: boolean;
  /** Set if the line ends between words. Unset if a word was cut. */
  endsWord: boolean;
}

/** Breaks a paragraph into lines that hold as many pieces as fit. With `mayCut`, a word that is longer than a line is cut. */
export function breakParagraph(
  paragraph: MeasuredParagraph,
  { size, width, mayCut }: { size: number; width: number; mayCut: boolean },
): BrokenLine[] {
  const lines: BrokenLine[] = [];
  const fits = (start: number, end: number) => paragraph.fits(start, end, size, width);
  let start = 0;
  while (start < paragraph.length) {
    const line = start;
    const fitting = (positions: readonly number[]) => lastFitting(positions, line, (position) => fits(line, position));
    let end = fitting(paragraph.breaks) ?? paragraph.length;
    if (mayCut && !fits(start, end)) end = fitting(paragraph.cuts) ?? end;
    lines.push({ line: paragraph.line(start, end), last: end >= paragraph.length, endsWord: paragraph.endsWord(end) });
    start = end;
  }
  return lines.length > 0 ? lines : [{ line: paragraph.line(0, 0), last: true, endsWord: true }];
}

/** Returns the last of the consecutive positions after `start` that fit, or the first position if none fits. */
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

/** Returns the index of the first number above `value` in an ascending list. */
function firstAfter(positions: readonly number[], value: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
