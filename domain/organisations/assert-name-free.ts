import { sql } from 'kysely';
import unhomoglyph from 'unhomoglyph';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { refusal } from '../errors.ts';

/**
 * Returns the keys by which names are compared: skeletons (UTS 39) with and without case. Two names look alike if they share a key. With
 * case, a capital I equals an l; without case, SS equals ß. A third key has case, but reads a capital I as an i. A Cyrillic В equals a B
 * only with case, so without the third key a name with В and I in capitals would be free.
 */
export function nameKeys(name: string | null | undefined): string[] {
  const plain = (name ?? '')
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (plain === '') return [];
  return [...new Set([skeleton(plain), skeleton(foldCase(plain)), skeleton(withSmallI(plain))].map(foldCase))];
}

/** Replaces each capital that looks like an I by an i, and each character that looks like one between capitals. */
const withSmallI = (text: string): string =>
  text.replaceAll(/\p{Lu}|(?<=\p{Lu})[^\p{Lu}](?=\p{Lu})/gu, (character) =>
    skeleton(character) === 'l' ? 'i' : character,
  );

const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD');

/** Applies full case folding. Upper case comes first, for ß and ligatures. A final sigma equals any other sigma. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/**
 * Rejects names that look like another organisation's, with CONFLICT and the reason `name_taken`. A lock until the commit serialises
 * changes of names.
 */
export async function assertNameFree(
  em: EntityManager,
  organisationId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const db = database(em);
  await sql`select pg_advisory_xact_lock(hashtextextended('organisation names', 0))`.execute(db);
  const other = await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '<>', organisationId)
    .where(sql<boolean>`name_keys && ${keys}::text[]`)
    .limit(1)
    .executeTakeFirst();
  if (other) throw refusal('name_taken');
}
