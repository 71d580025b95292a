import { sql } from 'kysely';
import unhomoglyph from 'unhomoglyph';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { refusal } from '../errors.ts';

/**
 * Returns what a name is compared by: its skeleton (UTS 39) with and without case. Two names look alike if they have a key in
 * common. With case, a capital I is an l; without, SS is ß.
 */
export function nameKeys(name: string | null | undefined): string[] {
  const plain = (name ?? '')
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (plain === '') return [];
  return [...new Set([skeleton(plain), skeleton(foldCase(plain))].map(foldCase))];
}

const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD');

/** Full case folding: upper case first, for ß and ligatures; a final sigma is like others. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/**
 * Refuses names that look like another organisation's: CONFLICT with the reason `name_taken`. Names are taken one after
 * another, in transactions that hold the lock until they commit.
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
