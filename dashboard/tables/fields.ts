import { matchColumns as match } from '../../tables/columns/match.ts';
import { joinTexts } from '../../tables/columns/name-parts.ts';
import type { Meaning } from '../../tables/columns/words.ts';
import type { DateOrder } from '../../tables/shared/types.ts';
import { addressOf } from '../../tables/values/address-of.ts';
import { dateOf, numberOf, shownOf } from '../../tables/values/value-of.ts';
import type { Variable } from '../issuing/recipients.ts';
import type { Table } from './table.ts';

type FieldType = Variable['type'] | 'email';

/** Value that each row of a table has. `name` is its path in the API's errors, and the name of its column. */
export interface TableField {
  name: string;
  label: string;
  about?: string;
  /** Type of the value. Several columns can make a text. A value without a type is taken as written. */
  type?: FieldType;
  /** Meaning by which columns with other names match; that of its name without one. */
  meaning?: Meaning;
}

/** Columns by field, in the order in which their texts are joined. A field without one is not matched. */
export type Columns = Readonly<Record<string, readonly number[]>>;

/** Meanings of fields whose name in the API is another one. */
const MEANINGS: Readonly<Record<string, Meaning>> = { 'revoked.at': 'revokedAt', 'revoked.reason': 'revokedReason' };

/**
 * Matches columns to fields by their names, each column once. `namesOf` returns the names of a field besides its label, in order of
 * preference. Without such a column, the usual names of ten languages count.
 */
export const matchColumns = (
  { columns, rows }: Table,
  fields: readonly TableField[],
  namesOf: (field: TableField) => readonly string[],
): Columns =>
  match(
    columns,
    rows,
    fields.map((field) => ({
      key: field.name,
      names: [...namesOf(field), field.label],
      meaning: field.meaning ?? MEANINGS[field.name] ?? (field.name as Meaning),
    })),
  );

interface Place {
  row: number;
  /** Without columns, the value is empty. */
  columns: readonly number[] | undefined;
  type: FieldType | undefined;
  /** Order of dates in columns that prove none. */
  dates: DateOrder;
}

/**
 * Returns the value of a row in its columns as the API takes it. A date gets the order that its column proves, otherwise the given one; a
 * number gets a decimal point. A text that is neither stays, so that the server names its row.
 */
export const valueIn = ({ reading }: Table, { row, columns = [], type, dates }: Place): string =>
  joinTexts(
    columns.map((index) => {
      const [cell, column] = [reading.rows[row]?.cells[index], reading.columns[index]];
      if (!cell || cell.text === '') return '';
      if (type === 'email') return addressOf(cell.text);
      if (type === 'number') return numberOf(cell, column?.decimalMarks[0]) ?? cell.text;
      if (type !== 'date') return shownOf(cell);
      const proven = column?.dateOrders ?? [];
      const [order] = proven.length === 1 ? proven : [dates];
      return dateOf(cell, order) ?? cell.text;
    }),
  );
