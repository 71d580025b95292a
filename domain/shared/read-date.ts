/** Orders of the numbers in a date. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Years of two digits up to this one are of this century. */
const LAST_SHORT_YEAR = 69;

/**
 * Returns a date of another system as YYYY-MM-DD; null if the text has none. Knows numbers in the given order, and English names of months:
 * `5/31/17`, `31.05.2017`, `Wednesday, 31 May 2017, 10:15 AM`. Keeps a date-time of ISO 8601.
 */
export function readDate(text: string, order: DateOrder): string | null {
  if (/^\d{4}-\d{2}-\d{2}(T\S+)?$/.test(text)) return text;
  const parts = namedParts(text) ?? numberedParts(text, order);
  if (!parts) return null;
  const { year, month, day } = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDate = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDate ? date.toISOString().slice(0, 10) : null;
}

interface Parts {
  year: number;
  month: number;
  day: number;
}

/** Reads `31 May 2017` and `May 31, 2017`, with other words around them. */
function namedParts(text: string): Parts | null {
  const [, dayFirst, monthAfter, yearAfter] =
    /\b(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3,9})\.?,? (\d{4})\b/i.exec(text) ?? [];
  const [, monthFirst, dayAfter, yearLast] =
    /\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/i.exec(text) ?? [];
  const month = MONTHS.indexOf((monthAfter ?? monthFirst ?? '').slice(0, 3).toLowerCase()) + 1;
  if (month === 0) return null;
  return { year: Number(yearAfter ?? yearLast), month, day: Number(dayFirst ?? dayAfter) };
}

function numberedParts(text: string, order: DateOrder): Parts | null {
  const [, ...numbers] = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[ ,T].*)?$/.exec(text) ?? [];
  if (numbers.length === 0) return null;
  const of = (letter: string) => numbers[order.indexOf(letter)] ?? '';
  const [year, month, day] = [of('y'), Number(of('m')), Number(of('d'))];
  if (year.length !== 4 && year.length !== 2) return null;
  const century = year.length === 4 ? 0 : Number(year) > LAST_SHORT_YEAR ? 1900 : 2000;
  return { year: century + Number(year), month, day };
}
