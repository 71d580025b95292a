import { EMAIL, type Field, type Recipient, toRecipient, type Values } from '../issuing/recipients.ts';
import { type AddedPictures, withAssets } from '../pictures/added-pictures.ts';

/** Row of the batch that is being created. */
export interface Row {
  /** Number from 1 in the order of the table. Stays the same when other rows are removed. */
  number: number;
  values: Values;
  recipient: Recipient;
}

/** Manual corrections: texts by row number, then by field. */
export type Edits = Readonly<Record<number, Values>>;

/** Returns the table's rows with their corrections, without removed ones. */
export function makeRows(
  mapped: readonly Values[],
  variables: readonly Field[],
  edits: Edits,
  removed: ReadonlySet<number>,
  pictures: AddedPictures,
): Row[] {
  return mapped.flatMap((texts, index) => {
    const number = index + 1;
    if (removed.has(number)) return [];
    const values = edits[number] ? { ...texts, ...edits[number] } : texts;
    return [{ number, values, recipient: toRecipient(variables, withAssets(values, variables, pictures)) }];
  });
}

/** Returns rows that look like an earlier one, with its number. Compares e-mail addresses, or all texts if there is no address. */
export function findDuplicates(rows: readonly Row[]): Map<number, number> {
  const first = new Map<string, number>();
  const duplicates = new Map<number, number>();
  for (const { number, values, recipient } of rows) {
    const same = values[EMAIL.key]?.trim().toLowerCase() || JSON.stringify(recipient.variables);
    const earlier = first.get(same);
    if (earlier === undefined) first.set(same, number);
    else duplicates.set(number, earlier);
  }
  return duplicates;
}
