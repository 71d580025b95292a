import {
  EMAIL,
  EXTERNAL_ID,
  type Field,
  RENEWAL_OF,
  type Recipient,
  toRecipient,
  type Values,
} from '../../issuing/recipients.ts';
import { type AddedPictures, withAssets } from '../../pictures/added-pictures.ts';

/** Row of the batch that is being created. */
export interface Row {
  /** Number in the file. Stays the same when other rows are removed. */
  number: number;
  /** Position among the rows of the table. */
  index: number;
  values: Values;
  recipient: Recipient;
  /** Numbers of the first rows with the same e-mail address, reference or renewed certificate. The check of this row depends on them. */
  earlier: readonly number[];
}

/** New text of a cell, by the row's number and the field's key. */
export interface CellChange {
  row: number;
  key: string;
  value: string;
}

/** Manual corrections: texts by row number, then by field. */
export type Edits = Readonly<Record<number, Values>>;

interface Source {
  /** Number in the file of each row. */
  numbers: readonly number[];
  /** Texts of each row. */
  mapped: readonly Values[];
  variables: readonly Field[];
  edits: Edits;
  removed: ReadonlySet<number>;
  pictures: AddedPictures;
}

/**
 * Returns a function that returns the table's rows with their corrections, without removed ones. Rows that have not changed stay the same
 * objects, so that a correction costs one row.
 */
export function rowMaker(): (source: Source) => Row[] {
  let before: { variables?: unknown; pictures?: unknown } = {};
  let known = new Map<number, { texts: Values; edit: Values | undefined; row: Row }>();
  return ({ numbers, mapped, variables, edits, removed, pictures }) => {
    if (before.variables !== variables || before.pictures !== pictures) known = new Map();
    before = { variables, pictures };
    const earlierOf = earlierFinder();
    return mapped.flatMap((texts, index) => {
      const number = numbers[index] ?? index + 1;
      if (removed.has(number)) return [];
      const edit = edits[number];
      const kept = known.get(number);
      const values = edit ? { ...texts, ...edit } : texts;
      const earlier = earlierOf(number, values);
      const isSame = kept?.texts === texts && kept.edit === edit && kept.row.index === index;
      if (isSame && String(kept.row.earlier) === String(earlier)) return [kept.row];
      const recipient = toRecipient(variables, withAssets(values, variables, pictures));
      const row = { number, index, values, recipient, earlier };
      known.set(number, { texts, edit, row });
      return [row];
    });
  };
}

/** Fields of which a template, or a renewal, may allow a value only once. */
const UNIQUE = [EMAIL.key, EXTERNAL_ID.key, RENEWAL_OF.key];

/** Returns a function that takes the rows in their order, and returns the numbers of the first ones with the same unique values. */
function earlierFinder(): (number: number, values: Values) => number[] {
  const first = new Map<string, number>();
  return (number, values) =>
    UNIQUE.flatMap((key) => {
      const value = values[key]?.trim().toLowerCase();
      if (!value) return [];
      const known = first.get(`${key} ${value}`);
      if (known === undefined) first.set(`${key} ${value}`, number);
      return known ?? [];
    });
}

/** Returns rows that look like an earlier one, with its number. Compares e-mail addresses, or all texts if there is no address. */
export function findDuplicates(rows: readonly Row[]): Map<number, number> {
  const first = new Map<string, number>();
  const duplicates = new Map<number, number>();
  for (const row of rows) {
    const { number } = row;
    const same = identityOf(row);
    const earlier = first.get(same);
    if (earlier === undefined) first.set(same, number);
    else duplicates.set(number, earlier);
  }
  return duplicates;
}

/** Text that rows share if they look the same, by row. */
const identities = new WeakMap<Row, string>();

function identityOf(row: Row): string {
  const known = identities.get(row);
  const identity = known ?? (row.values[EMAIL.key]?.trim().toLowerCase() || JSON.stringify(row.recipient.variables));
  identities.set(row, identity);
  return identity;
}
