import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { Language } from './read-language.ts';

/** Records the language of the page on which a person signs in, for mails to people who chose none. Writes only a change. */
export async function recordLanguage(services: Services, userId: string, seenLanguage: Language): Promise<void> {
  const seen = { seenLanguage, changedAt: services.now() };
  await database(services.em())
    .insertInto('person_settings')
    .values({ userId, language: null, ...seen })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(seen)
        .where(sql<boolean>`person_settings.seen_language is distinct from excluded.seen_language`),
    )
    .execute();
}
