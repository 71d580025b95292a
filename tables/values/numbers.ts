import type { DecimalMark } from '../shared/types.ts';
import { asciiDigits } from './digits.ts';

/** Numbers by their decimal mark: groups of three digits, or of two in India, or none. */
const PATTERNS: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[-+]?(\d+|\d{1,3}(?:[, '’]\d{2,3})*[, '’]\d{3})(\.\d+)?$/,
  ',': /^[-+]?(\d+|\d{1,3}(?:[. '’]\d{3})+)(,\d+)?$/,
};
/** Length of the longest number. Longer texts are not searched. */
const LONGEST = 40;
const MARKS: readonly DecimalMark[] = ['.', ','];

/** Returns the marks with which a text is a number; null if it is no number, both if the mark does not matter. */
export function marksOf(text: string): readonly DecimalMark[] | null {
  if (text.length > LONGEST || !/^\s*[-+−–‐－]?\p{Nd}/u.test(text)) return null;
  const written = asciiDigits(text).trim();
  const marks = MARKS.filter((mark) => PATTERNS[mark].test(written));
  return marks.length > 0 ? marks : null;
}

/** Returns whether the value of a number depends on the decimal mark. */
export const dependsOnMark = (text: string): boolean => /\d[.,]\d/.test(asciiDigits(text));

/** Returns a number with a decimal point and without groups; null if the text is no number. */
export function readNumber(text: string, mark: DecimalMark): string | null {
  const written = asciiDigits(text).trim();
  if (text.length > LONGEST || !PATTERNS[mark].test(written)) return null;
  const ungrouped = mark === '.' ? written.replace(/[, '’]/g, '') : written.replace(/[. '’]/g, '').replace(',', '.');
  return ungrouped.replace(/^\+/, '');
}
