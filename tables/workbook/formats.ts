import { dateFromSerial, format, getFormatDateInfo, getFormatFromId, isDateFormat } from 'numfmt';
import type { Cell } from '../shared/types.ts';

/** Days between the epochs of 1900 and 1904. */
const EPOCH_1904 = 1462;
const DAY_SECONDS = 86_400;
/** Built-in formats whose text depends on the language of the program: dates of East Asia. Others come from numfmt. */
const LOCAL_DATES = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];
const LOCAL_TIMES = [32, 33, 34, 35, 55, 56];

/** Number format as the reader uses it. */
export interface NumberFormat {
  code: string;
  kind: 'general' | 'day' | 'day-time' | 'other';
  /** True if the text depends on the language of the program. */
  isLocal: boolean;
  /** Set if the program writes days as its system does. */
  system?: 'short' | 'long';
}

export const GENERAL: NumberFormat = { code: 'General', kind: 'general', isLocal: false };
/** Built-in formats with the short date of the system, and the code of the long one. */
const SHORT_DATES = [14, 22];
const LONG_DATE = /\[\$-F800\]/i;

/** Returns a format by its code, or by its number if the file has no code for it. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined && LOCAL_DATES.includes(id)) return { code: 'yyyy-mm-dd', kind: 'day', isLocal: false };
  if (code === undefined && LOCAL_TIMES.includes(id)) return { code: 'h:mm', kind: 'other', isLocal: false };
  const known = code ?? codeOf(id);
  if (/^(general|@|standard)?$/i.test(known)) return GENERAL;
  try {
    if (!isDateFormat(known)) return { code: known, kind: 'other', isLocal: isLocal(known) };
    const parts = getFormatDateInfo(known);
    const isDay = parts.year && parts.month && parts.day;
    const kind = !isDay ? 'other' : parts.hours ? 'day-time' : 'day';
    if (code === undefined && SHORT_DATES.includes(id)) return { code: known, kind, isLocal: true, system: 'short' };
    if (LONG_DATE.test(known)) return { code: known, kind, isLocal: true, system: 'long' };
    return { code: known, kind, isLocal: isLocal(known) };
  } catch {
    return GENERAL;
  }
}

/** Last built-in format that is the same in every language. numfmt gives later ids those of a number. */
const LAST_BUILT_IN = 49;

const codeOf = (id: number): string => (id <= LAST_BUILT_IN ? getFormatFromId(id) : '');

/** Returns whether a format shows decimals, groups or names of months and days, without naming a language. */
const isLocal = (code: string): boolean => /[0#?][.,][0#?]|mmm|ddd/i.test(code) && !/\[\$[^\]]*-[\da-f]+\]/i.test(code);

interface Shown {
  format: NumberFormat;
  is1904: boolean;
  locale: string | undefined;
}

/** Returns a number as people see it in its format. Days with month and year are ISO 8601, with the text that people see beside it. */
export function showNumber(value: number, { format: shown, is1904, locale }: Shown): Cell {
  if (shown.kind === 'general') return { text: general(value), kind: 'number', number: value };
  // Excel stores fractional days, so seconds can be off by a millionth.
  const isTime = shown.kind !== 'other' || isDateFormat(shown.code);
  const serial = isTime ? Math.round((value + (is1904 ? EPOCH_1904 : 0)) * DAY_SECONDS) / DAY_SECONDS : value;
  if (shown.kind !== 'other') {
    const text = isoOf(serial, shown.kind === 'day-time');
    if (text !== null) return { text, kind: 'date', number: value, ...shownDay(serial, shown, locale) };
  }
  const text = displayed(shown.code, serial, locale);
  // The number behind a percentage is not the one that people see.
  return isTime || shown.code.includes('%') ? { text, kind: 'text' } : { text, kind: 'number', number: value };
}

/** Returns a day as people see it; nothing if its text depends on a language that is not known. */
export function shownDay(serial: number, format: NumberFormat, locale: string | undefined): Pick<Cell, 'shown'> {
  const { code, kind, isLocal, system } = format;
  if (isLocal && locale === undefined) return {};
  if (!system) return { shown: displayed(code, serial, locale) };
  const day = systemDay(serial, system, locale);
  return day === null ? {} : { shown: kind === 'day-time' ? `${day} ${displayed('h:mm', serial, locale)}` : day };
}

/** Milliseconds of a day, and the serial number of 1 January 1970. */
const DAY_MS = 86_400_000;
const UNIX_EPOCH = 25_569;
/** Serial number of 1 March 1900, before which those of Excel are one lower. */
const MARCH_1900 = 61;

/** Returns the serial number of a date-time in UTC. */
export function serialOf(iso: string): number {
  const serial = Date.parse(iso) / DAY_MS + UNIX_EPOCH;
  return serial < MARCH_1900 ? serial - 1 : serial;
}

/** Writes a day as systems in a language do, with all digits of the year. Returns null for an unknown language. */
function systemDay(serial: number, system: 'short' | 'long', locale: string | undefined): string | null {
  const [year = 0, month = 1, day] = dateFromSerial(serial) as number[];
  const date = new Date(Date.UTC(year, month - 1, day));
  const dateStyle = system === 'short' ? 'short' : 'full';
  const options = { dateStyle, calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const;
  try {
    const parts = new Intl.DateTimeFormat(locale, options).formatToParts(date);
    const text = parts.map(({ type, value }) => (type === 'year' ? String(year) : value)).join('');
    // Marks of direction are invisible.
    return text.replace(/[\u200e\u200f]/g, '');
  } catch {
    return null;
  }
}

function displayed(code: string, value: number, locale: string | undefined): string {
  try {
    return format(code, value, locale === undefined ? {} : { locale })
      .replace(/ {2,}/g, ' ')
      .trim();
  } catch {
    // A format or language that is not known.
    return general(value);
  }
}

/** Whole numbers have all their digits, as ids are written. Fractions are as Excel shows them in a wide column. */
export function general(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
  return format('General', value);
}

/** Returns a day, or a day and a time; null if the serial number is no day. */
function isoOf(serial: number, hasTime: boolean): string | null {
  if (serial < 0 || serial >= 2_958_466) return null;
  const [year, month, day, hours, minutes, seconds] = dateFromSerial(serial) as number[];
  // Excel has a 29 February 1900.
  if (!year || !month || !day || serial === 60) return null;
  const two = (part: number | undefined) => String(part ?? 0).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (!hasTime || (!hours && !minutes && !seconds)) return date;
  return `${date}T${two(hours)}:${two(minutes)}${seconds ? `:${two(seconds)}` : ''}`;
}
