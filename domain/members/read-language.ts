import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { LANGUAGES } from '../limits.ts';

export type Language = (typeof LANGUAGES)[number];

/** Languages of a person. Null where they chose none, or have not signed in. */
interface Languages {
  chosen: Language | null;
  /** Language of the page on which they signed in last. */
  seen: Language | null;
}

/** Returns the languages of a person. */
export async function readLanguage(em: EntityManager, userId: string): Promise<Languages> {
  const row = await database(em)
    .selectFrom('person_settings')
    .select(['language', 'seenLanguage'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return { chosen: known(row?.language), seen: known(row?.seenLanguage) };
}

/** Returns the language of mails to a person; null if it is not known. */
export async function readMailLanguage(em: EntityManager, userId: string): Promise<Language | null> {
  const { chosen, seen } = await readLanguage(em, userId);
  return chosen ?? seen;
}

/** Returns the language of mails to the account of an address; null if it is not known, or without an account. */
export async function readLanguageOfAddress(em: EntityManager, address: string): Promise<Language | null> {
  const account = await database(em)
    .selectFrom('auth.user')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${address})`)
    .executeTakeFirst();
  return account ? readMailLanguage(em, account.id) : null;
}

const known = (language: string | null | undefined): Language | null =>
  LANGUAGES.find((one) => one === language) ?? null;
