import { isKnownWord } from '../columns/words.ts';
import type { Cell, SheetRow } from '../shared/types.ts';
import { ordersOf } from '../values/dates.ts';
import { marksOf } from '../values/numbers.ts';

/** Number of rows among which the header is searched. */
const SEARCHED = 25;
/** Number of rows that show how wide the table is. */
const SAMPLED = 100;
/** Number of rows that a question about the header lists. */
const OFFERED = 6;

interface Header {
  /** Index of the row with the names of the columns; -1 without one. */
  index: number;
  /** Rows to choose from, if it is not certain. */
  candidates: number[] | null;
}

/** Finds the row with the names of the columns: below titles, with as many labels as the table has columns. */
export function findHeader(rows: readonly SheetRow[], chosen?: number): Header {
  if (chosen !== undefined) return { index: rows.findIndex(({ number }) => number === chosen), candidates: null };
  const width = usualWidth(rows);
  const searched = rows.slice(0, SEARCHED);
  const first = searched.findIndex((row) => mayBeHeader(row, width));
  const known = mostKnown(searched, width);
  // A usual name alone is the only column's name, above texts that a delimiter split, such as `Miller, Ann`.
  const index = known >= 0 ? known : isOnlyName(rows[0]) ? 0 : first;
  if (index < 0) return { index: -1, candidates: [-1, ...range(rows)] };
  const isCertain = known >= 0 || index === 0 || hasContrast(rows, index);
  return { index, candidates: isCertain ? null : [index, ...range(rows).filter((other) => other !== index), -1] };
}

/** Returns the index of the first row with the most usual names; -1 without one. */
function mostKnown(rows: readonly SheetRow[], width: number): number {
  const counts = rows.map((row) => (mayBeHeader(row, width) ? knownIn(row) : 0));
  const most = Math.max(...counts);
  return most > 0 ? counts.indexOf(most) : -1;
}

const range = (rows: readonly SheetRow[]): number[] => [...rows.slice(0, OFFERED).keys()];

const filled = ({ cells }: SheetRow): Cell[] => cells.filter((cell) => cell !== undefined);

/** Returns the number of cells that most rows have. */
function usualWidth(rows: readonly SheetRow[]): number {
  const times = new Map<number, number>();
  for (const row of rows.slice(0, SAMPLED)) {
    const width = filled(row).length;
    times.set(width, (times.get(width) ?? 0) + 1);
  }
  const [width] = [...times].reduce(
    (one, other) => (other[1] > one[1] || (other[1] === one[1] && other[0] > one[0]) ? other : one),
    [1, 0],
  );
  return width;
}

/** Returns whether a row has at least half of the usual number of cells, all of them labels. A title has one cell, or ends in a colon. */
function mayBeHeader(row: SheetRow, width: number): boolean {
  const cells = filled(row);
  if (cells.length < (width > 1 ? 2 : 1)) return false;
  if (cells.length < width / 2 && 2 * knownIn(row) < cells.length) return false;
  return cells.every(({ text, kind }) => kind === 'text' && !isValue(text) && !/[:：]$/.test(text));
}

/** Returns whether a text is a value rather than a name: an address, a date or a number. */
const isValue = (text: string): boolean =>
  (text.length < 320 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) ||
  (text.length > 5 && ordersOf(text) !== null) ||
  (/\D/.test(text) && marksOf(text) !== null);

const isOnlyName = (row: SheetRow | undefined): boolean =>
  row !== undefined && filled(row).length === 1 && isKnownWord(row.cells[0]?.text ?? '');

const knownIn = (row: SheetRow): number => filled(row).filter(({ text }) => isKnownWord(text)).length;

/** Returns whether a column has values of another kind than its label in the next rows. */
function hasContrast(rows: readonly SheetRow[], index: number): boolean {
  const below = rows.slice(index + 1, index + 1 + SEARCHED);
  return (rows[index]?.cells ?? []).some((_, column) => {
    const values = below.map(({ cells }) => cells[column]).filter((cell) => cell !== undefined);
    return values.length > 0 && values.every(({ text, kind }) => kind !== 'text' || isValue(text));
  });
}
