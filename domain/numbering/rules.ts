import { dayOf } from '../shared/calendar.ts';

/** Part of a pattern: a text, the year or month of the issue, or the serial with a minimum width. */
type Part = { text: string } | { unit: 'year' | 'month' } | { width: number };

/** Series from which numbers are made. */
export interface Series {
  pattern: string;
  /** First serial, of each year if the series is reset yearly. */
  start: number;
  reset: 'never' | 'yearly';
}

const PLACEHOLDER = /\{(YYYY|MM|#+)\}/;

/** Returns the parts of a pattern; null unless it has exactly one serial, at most one year and one month, and no other braces. */
export function partsOf(pattern: string): Part[] | null {
  const parts = pattern.split(PLACEHOLDER).map((piece, index): Part => {
    if (index % 2 === 0) return { text: piece };
    if (piece === 'YYYY') return { unit: 'year' };
    return piece === 'MM' ? { unit: 'month' } : { width: piece.length };
  });
  const count = (is: (part: Part) => boolean) => parts.filter(is).length;
  const isSound =
    count((part) => 'width' in part) === 1 &&
    count((part) => 'unit' in part && part.unit === 'year') <= 1 &&
    count((part) => 'unit' in part && part.unit === 'month') <= 1 &&
    parts.every((part) => !('text' in part) || !/[{}]/.test(part.text));
  return isSound ? parts : null;
}

/** Returns the year in which a series counts; 0 if it is never reset. */
export const countingYear = ({ reset }: Pick<Series, 'reset'>, now: Date, timeZone: string): number =>
  reset === 'yearly' ? Number(dayOf(now, timeZone).slice(0, 4)) : 0;

/** Returns the number of a serial in a series, for an issue now. */
export function formatNumber(
  { pattern }: Pick<Series, 'pattern'>,
  serial: number,
  now: Date,
  timeZone: string,
): string {
  const [year = '', month = ''] = dayOf(now, timeZone).split('-');
  const shown = (part: Part): string => {
    if ('text' in part) return part.text;
    if ('width' in part) return String(serial).padStart(part.width, '0');
    return part.unit === 'year' ? year : month;
  };
  return (partsOf(pattern) ?? []).map(shown).join('');
}

/**
 * Returns a regular expression of PostgreSQL for the numbers of a pattern in a year, or in all years (0). Its group is the serial, or the
 * year. Every text is escaped character by character.
 */
export function numberExpression(
  { pattern }: Pick<Series, 'pattern'>,
  year: number,
  group: 'serial' | 'year' = 'serial',
): string {
  const source = (part: Part): string => {
    if ('text' in part) return part.text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');
    if ('width' in part) return group === 'serial' ? `(\\d{${part.width},})` : `\\d{${part.width},}`;
    if (part.unit === 'month') return '\\d\\d';
    const digits = year === 0 ? '\\d{4}' : String(year);
    return group === 'year' ? `(${digits})` : digits;
  };
  return `^${(partsOf(pattern) ?? []).map(source).join('')}$`;
}
