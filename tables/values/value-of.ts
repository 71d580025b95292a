import type { Cell, DateOrder, DecimalMark } from '../shared/types.ts';
import { readDate } from './dates.ts';
import { readNumber } from './numbers.ts';

/** Returns a cell as a date, YYYY-MM-DD or with a time; null if it is no date. */
export function dateOf(cell: Cell, order: DateOrder | undefined): string | null {
  return cell.kind === 'date' ? cell.text : readDate(cell.text, order ?? 'ymd');
}

/** Returns a cell as a number with a decimal point; null if it is no number. */
export function numberOf(cell: Cell, mark: DecimalMark | undefined): string | null {
  if (cell.number === undefined || cell.kind !== 'number') return readNumber(cell.text, mark ?? '.');
  // Without the last digits of binary fractions, and without exponents.
  return cell.number.toLocaleString('en-US', {
    useGrouping: false,
    maximumFractionDigits: 20,
    maximumSignificantDigits: 15,
  });
}

/** Returns a cell as people see it in the file. */
export const shownOf = ({ text, shown = text }: Cell): string => shown;
