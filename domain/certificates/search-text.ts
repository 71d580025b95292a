import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

type IdRange = readonly [lowest: string, highest: string];

/** A text to search for, folded like the column `search_text`. */
export interface FoldedText {
  folded: string;
  /** Ids that start with the text, if it may be the start of an id. */
  ids: IdRange | undefined;
}

/** Returns the text folded; undefined if it has no letters or digits, so that no certificate contains it. */
export async function foldText(em: EntityManager, text: string): Promise<FoldedText | undefined> {
  const { rows } = await sql<{ pattern: string | null }>`select search_pattern(${text}) as pattern`.execute(
    database(em),
  );
  const folded = rows[0]?.pattern?.slice(1, -1);
  const digits = text.trim().replaceAll('-', '').toLowerCase();
  const ids = /^[0-9a-f]{8,32}$/.test(digits) ? idsWith(digits) : undefined;
  return folded === undefined ? undefined : { folded, ids };
}

/** Returns the condition that a certificate `c` contains a text. The index looks for the given words of the text instead, if any. */
export function containsText({ folded, ids }: FoldedText, words: readonly string[] = []): RawBuilder<boolean> {
  if (ids) return sql`(${contains(folded)} or ${isBetween(ids)})`;
  if (words.length === 0) return contains(folded);
  // An expression without an index checks the text itself.
  return sql`(${sql.join(words.map(contains), sql` and `)} and c.search_text || '' like ${`%${folded}%`})`;
}

const contains = (folded: string) => sql<boolean>`c.search_text like ${`%${folded}%`}`;

/** Returns the lowest and the highest id that start with hexadecimal digits. */
export function idsWith(digits: string): IdRange {
  const bound = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return [bound('0'), bound('f')];
}

export const isBetween = ([lowest, highest]: IdRange) =>
  sql<boolean>`c.id between ${lowest}::uuid and ${highest}::uuid`;

/** Returns the verification hash in a text: the whole text, or the end of a verification page's address. */
export function hashIn(text: string): Buffer | null {
  const [, hex] = /(?:^|\/)([0-9a-f]{64})\/?$/i.exec(text.trim()) ?? [];
  return hex ? Buffer.from(hex, 'hex') : null;
}
