import { MAX_TEXT } from '../../shared/limits.ts';
import { refuse } from '../../shared/refuse.ts';
import type { Cell } from '../../shared/types.ts';
import { general } from '../formats.ts';
import type { OddCells } from '../types.ts';

export interface OdsValue {
  /** `office:value-type`, or that of LibreOffice, which adds `error`. */
  type: string;
  value: string | null;
  hasFormula: boolean;
}

/** Errors as LibreOffice shows them. */
const ERROR = /^(#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)|(Err|Fehler):\d{3})$/i;

/** Returns a cell with the text as shown. Whole numbers in scientific notation get all digits, complete dates are ISO 8601. */
export function odsCell(open: OdsValue, shown: string, at: { address: string; odd: OddCells }): Cell | undefined {
  const text = shown.trim();
  if (text.length > MAX_TEXT) refuse({ code: 'cell_too_long', place: at.address, most: MAX_TEXT });
  if (open.hasFormula && ERROR.test(text)) {
    at.odd.errors.push(at.address);
    return { text, kind: 'error' };
  }
  if (open.hasFormula && open.type === '' && open.value === null && text === '') {
    at.odd.uncalculated.push(at.address);
    return { text: '', kind: 'uncalculated' };
  }
  if (open.type === 'date') return dateCell(open.value ?? '', text);
  if (open.type === 'boolean') return { text: text || (open.value ?? '').toUpperCase(), kind: 'boolean' };
  if (/^(float|percentage|currency)$/.test(open.type) && open.value !== null) return numberCell(open.value, text, at);
  return text === '' ? undefined : { text, kind: 'text' };
}

function numberCell(
  value: string,
  text: string,
  { address, odd }: { address: string; odd: OddCells },
): Cell | undefined {
  const number = Number(value);
  if (!Number.isFinite(number)) return text === '' ? undefined : { text, kind: 'text' };
  if (Number.isInteger(number) && Math.abs(number) >= 1e15) odd.longNumbers.push(address);
  const isShortened = Number.isInteger(number) && /^-?\d([.,]\d+)?E\+\d+$/i.test(text);
  // The number behind a percentage is not the one that people see.
  if (text.includes('%')) return { text, kind: 'text' };
  return { text: isShortened || text === '' ? general(number) : text, kind: 'number', number };
}

/** The format of a date is only in its text: it is complete if the text has the day and the year. */
function dateCell(value: string, text: string): Cell | undefined {
  const [, year = '', month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/.exec(value) ?? [];
  if (year === '') return text === '' ? undefined : { text, kind: 'text' };
  const numbers = (text.replace(/\d+:[\d:]+/g, '').match(/\d+/g) ?? []).map(Number);
  const hasYear = numbers.includes(Number(year)) || numbers.includes(Number(year.slice(2)));
  const hasDay = numbers.includes(Number(day));
  // A month has a name or a number of its own.
  const isComplete = hasYear && hasDay && numbers.length >= (/\p{L}{3,}/u.test(text) ? 2 : 3);
  if (text !== '' && !isComplete) return { text, kind: 'text' };
  const clock = text.includes(':') && time !== undefined ? time.replace(/^(\d\d:\d\d):00$/, '$1') : '00:00';
  const iso = `${year}-${month}-${day}${clock === '00:00' ? '' : `T${clock}`}`;
  return { text: iso, kind: 'date', ...(text !== '' && { shown: text }) };
}
