import { ordersOf } from '../values/dates.ts';
import { findNameParts } from './name-parts.ts';
import { areSynonyms, type Meaning, meaningOf, plainName } from './words.ts';

/** Value that a column is searched for. Earlier fields choose first. */
export interface MatchField {
  key: string;
  /** Its own names, the most exact one first. */
  names: readonly string[];
  /** Meaning by which columns with other names match. */
  meaning?: Meaning | undefined;
  /** Content by which a column matches if no name does. */
  content?: 'email' | 'date' | ReadonlySet<string> | undefined;
}

/** E-mail address: mailboxes have no spaces, domains have a dot. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Share of the values that decides about a column's content. */
const MOST = 0.9;

/**
 * Finds each field's column: by its exact name, then regardless of case, accents and punctuation. Then by the same word in another
 * language, by usual names in ten languages, and by content. A column is used once. The recipient's name can have several, such as those
 * of first name and surname. Returns indexes by key.
 */
export function matchColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  fields: readonly MatchField[],
): Record<string, number[]> {
  const free = new Set(columns.keys());
  const found: Record<string, number[]> = {};
  const match = (field: MatchField, fits: (name: string, index: number) => boolean) => {
    if (found[field.key] !== undefined) return;
    const index = columns.findIndex((name, at) => free.has(at) && fits(name, at));
    if (index < 0) return;
    free.delete(index);
    found[field.key] = [index];
  };
  const most = Math.max(0, ...fields.map(({ names }) => names.length));
  for (let rank = 0; rank < most; rank += 1)
    for (const field of fields) match(field, (name) => name !== '' && name === field.names[rank]);
  for (const field of fields) match(field, (name) => field.names.some((one) => isSame(name, one)));
  for (const field of fields) match(field, (name) => field.names.some((one) => areSynonyms(name, one)));
  const recipient = fields.find(({ meaning }) => meaning === 'recipientName');
  const parts = recipient ? findNameParts(columns, rows) : null;
  if (recipient && parts && wantsParts(recipient.key, parts, { columns, found })) {
    found[recipient.key] = parts;
    for (const part of parts) free.delete(part);
  }
  for (const field of fields) match(field, (name) => field.meaning !== undefined && meaningOf(name) === field.meaning);
  for (const field of fields)
    match(field, (_, at) => field.content !== undefined && hasContent(rows, at, field.content));
  return found;
}

/**
 * Returns whether the recipient's name has several columns. Not if it has another one by its own name, or if the template has the parts as
 * variables: "Name" beside "Vorname" is then the family name.
 */
function wantsParts(
  key: string,
  parts: readonly number[],
  { columns, found }: { columns: readonly string[]; found: Readonly<Record<string, number[]>> },
): boolean {
  const [own] = found[key] ?? [];
  if (own === undefined) return true;
  const others = Object.entries(found).flatMap(([field, indexes]) => (field === key ? [] : indexes));
  return (
    parts.includes(own) &&
    meaningOf(columns[own] ?? '') === 'recipientName' &&
    !parts.some((part) => others.includes(part))
  );
}

const isSame = (one: string, other: string): boolean => plainName(one) !== '' && plainName(one) === plainName(other);

function hasContent(rows: readonly (readonly string[])[], at: number, content: MatchField['content']): boolean {
  const given = rows.map((row) => row[at] ?? '').filter((text) => text !== '');
  const fits = (text: string) =>
    content === 'email'
      ? text.length < 320 && ADDRESS.test(text)
      : content === 'date'
        ? ordersOf(text) !== null
        : content?.has(text);
  return given.length > 0 && given.filter(fits).length >= MOST * given.length;
}
