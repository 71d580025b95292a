import { meaningOf } from '../../tables/columns/words.ts';
import type { DateOrder } from '../../tables/shared/types.ts';
import { dateOf, numberOf } from '../../tables/values/value-of.ts';
import type { Table } from './table.ts';

/** Value that each row of a table has. `name` is its path in the API's errors, and the name of its column. */
export interface TableField {
  name: string;
  label: string;
  about?: string;
  isDate?: boolean;
  isNumber?: boolean;
}

/** Columns by field; -1 without one. */
export type Columns = Readonly<Record<string, number>>;

/** Returns a name without case, spaces and punctuation. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Meanings of fields whose name in the API is another one. */
const MEANINGS: Readonly<Record<string, string>> = { 'revoked.at': 'revokedAt', 'revoked.reason': 'revokedReason' };

/**
 * Matches columns to fields by their names, each column once. `namesOf` returns the names of a field besides its label, in order of
 * preference. Without such a column, the usual names of ten languages count.
 */
export function matchColumns(
  { columns }: Table,
  fields: readonly TableField[],
  namesOf: (field: TableField) => readonly string[],
): Columns {
  const names = columns.map(plain);
  const used = new Set<number>();
  return Object.fromEntries(
    fields.map((field) => {
      const wanted = [...namesOf(field), field.label].map(plain);
      const find = (isField: (name: string) => boolean) =>
        names.findIndex((name, index) => isField(name) && !used.has(index));
      const named = find((name) => wanted.includes(name));
      const column = named >= 0 ? named : find((name) => meaningOf(name) === (MEANINGS[field.name] ?? field.name));
      if (column >= 0) used.add(column);
      return [field.name, column];
    }),
  );
}

/**
 * Returns the value of a row in a column as the API takes it, empty without one. A date gets the order that its column proves, otherwise
 * the given one; a number gets a decimal point. A text that is neither stays, so that the server names its row.
 */
export function valueIn(
  { reading }: Table,
  {
    row,
    column,
    dates,
    isNumber = false,
  }: { row: number; column: number; dates: DateOrder | null; isNumber?: boolean },
): string {
  const cell = reading.rows[row]?.cells[column];
  if (!cell || cell.text === '') return '';
  if (isNumber) return numberOf(cell, reading.columns[column]?.decimalMarks[0]) ?? cell.text;
  if (dates === null) return cell.text;
  const proven = reading.columns[column]?.dateOrders ?? [];
  const [order] = proven.length === 1 ? proven : [dates];
  return dateOf(cell, order) ?? cell.text;
}
