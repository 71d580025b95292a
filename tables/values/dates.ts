import type { DateOrder } from '../shared/types.ts';
import { asciiDigits } from './digits.ts';
import { monthOf } from './months.ts';

/** Years of two digits up to this one are of this century, as the date windows of most spreadsheets and databases end there. */
const LAST_SHORT_YEAR = 69;
/** Length of the longest date with weekday and time. Longer texts are not searched. */
const LONGEST = 80;
export const DATE_ORDERS: readonly DateOrder[] = ['ymd', 'dmy', 'mdy'];

interface Day {
  year: number;
  month: number;
  day: number;
}

/** Time after a date, which is left out: a weekday before it is, too. */
const TIME = '(?:[T,]?\\s*\\d{1,2}[:.h]\\d{2}.*)?';
const NUMBERS = new RegExp(`^(\\d{1,4})([./-])\\s?(\\d{1,2})\\2\\s?(\\d{1,4})\\.?${TIME}$`);
const EAST = new RegExp(`^(\\d{2,4})\\s?[年년]\\s?(\\d{1,2})\\s?[月월]\\s?(\\d{1,2})\\s?[日일号號]?${TIME}$`);
const WORD = "[\\p{L}\\p{M}][\\p{L}\\p{M}'’-]*";
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th|er|re|º|°|\\.|ª)?(?:[\\s/.-]+|\\s+(?:de|of|di)\\s+)(?:de\\s+|of\\s+|di\\s+|d['’])?(${WORD}(?:\\s(?:الأول|الثاني))?)\\.?(?:,?[\\s/.-]+)(?:de\\s+|del\\s+|of\\s+)?['’]?(\\d{2}|\\d{4})\\b(?:\\s?(?:г\\.?|م))?${TIME}$`,
  'iu',
);
const MONTH_FIRST = new RegExp(
  `^(${WORD})\\.?[\\s-]+(\\d{1,2})(?:st|nd|rd|th)?(?:,\\s*|[\\s-]+)['’]?(\\d{2}|\\d{4})${TIME}$`,
  'iu',
);
const YEAR_FIRST = new RegExp(`^(\\d{4})[\\s/.-]+(${WORD})\\.?[\\s/.-]+(\\d{1,2})${TIME}$`, 'iu');

/**
 * Returns a date as YYYY-MM-DD, read in an order; null if the text is no date. Knows names of months in ten languages, digits of other
 * scripts, and years of two digits from 1970 to 2069. Keeps a date-time of ISO 8601.
 */
export function readDate(text: string, order: DateOrder): string | null {
  if (text.length > LONGEST) return null;
  if (/^\d{4}-\d{2}-\d{2}T\S+$/.test(text)) return isDay(partsOfIso(text)) ? text : null;
  const written = normal(text);
  const day = unambiguous(written) ?? (ordersOfNumbers(written).includes(order) ? numbered(written, order) : null);
  return day && isDay(day) ? isoOf(day) : null;
}

/** Returns the orders in which a text is a date; null if it is no date, all if the order does not matter. */
export function ordersOf(text: string): readonly DateOrder[] | null {
  // Every date has at least two numbers, which rules out most texts.
  if (text.length > LONGEST || !/\p{Nd}\P{Nd}+\p{Nd}/u.test(text)) return null;
  const written = normal(text);
  const day = unambiguous(written);
  if (day) return isDay(day) ? DATE_ORDERS : null;
  const orders = ordersOfNumbers(written);
  return orders.length > 0 ? orders : null;
}

/** Dots separate the month before the day in no country. */
function ordersOfNumbers(written: string): DateOrder[] {
  const orders = DATE_ORDERS.filter((order) => {
    const parts = numbered(written, order);
    return parts && isDay(parts);
  });
  return written.includes('.') && orders.includes('dmy') ? orders.filter((order) => order !== 'mdy') : orders;
}

/** Returns whether a text is a date that is written with numbers alone and not as ISO 8601. */
export const isNumbered = (text: string): boolean => {
  const written = normal(text.slice(0, LONGEST));
  return unambiguous(written) === null && NUMBERS.test(written);
};

/** Removes a weekday before or after the date. A month before the day stays. */
const normal = (text: string): string =>
  asciiDigits(text)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^([\p{L}\p{M}]+)\.?,?\s(?=[\d\p{L}])/u, (whole, word: string) => (monthOf(word) === null ? '' : whole))
    .replace(/\s?[(（][\p{L}\p{M}]{1,3}[)）]$/u, '');

function partsOfIso(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return { year, month, day };
}

/** Reads dates whose order is certain: ISO 8601, those of East Asia, and those with the name of a month. */
function unambiguous(text: string): Day | null {
  const [, ...east] = EAST.exec(text) ?? [];
  if (east.length > 0) return dayOf(east[0], Number(east[1]), east[2]);
  const [, dayFirst, monthSecond, yearLast] = DAY_FIRST.exec(text) ?? [];
  if (monthSecond !== undefined) return named(monthSecond, dayFirst, yearLast);
  const [, monthFirst, daySecond, yearThird] = MONTH_FIRST.exec(text) ?? [];
  if (monthFirst !== undefined) return named(monthFirst, daySecond, yearThird);
  const [, yearFirst, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (month !== undefined) return named(month, day, yearFirst);
  // No country writes the day after a year of four digits.
  return /^\d{4}\D/.test(text) ? numbered(text, 'ymd') : null;
}

function named(name: string, day: string | undefined, year: string | undefined): Day | null {
  const month = monthOf(name);
  return month === null ? null : dayOf(year, month, day);
}

function numbered(text: string, order: DateOrder): Day | null {
  const [, first = '', , second = '', third = ''] = NUMBERS.exec(text) ?? [];
  const numbers = [first, second, third];
  const partOf = (letter: string) => numbers[order.indexOf(letter)] ?? '';
  const [year, month, day] = [partOf('y'), partOf('m'), partOf('d')];
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2 || day === '') return null;
  // With dots, years of two digits come first only in padded dates, such as 26.03.14.
  const isPadded = month.length === 2 && day.length === 2;
  if (order === 'ymd' && year.length === 2 && text.includes('.') && !isPadded) return null;
  return dayOf(year, Number(month), day);
}

function dayOf(year: string | undefined, month: number, day: string | undefined): Day {
  const digits = year ?? '';
  const century = digits.length > 2 ? 0 : Number(digits) > LAST_SHORT_YEAR ? 1900 : 2000;
  return { year: century + Number(digits), month, day: Number(day) };
}

function isDay({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const isoOf = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
