import { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { Person, Services } from '../context.ts';
import { LANGUAGES } from '../limits.ts';

export const LanguageChoice = z.strictObject({ language: z.enum(LANGUAGES) });
type LanguageChoice = z.infer<typeof LanguageChoice>;

/** Saves the language of a person's dashboard. It holds in each of their browsers. */
export async function chooseLanguage(
  services: Services,
  person: Person,
  { language }: LanguageChoice,
): Promise<LanguageChoice> {
  const chosen = { language, changedAt: services.now() };
  await database(services.em())
    .insertInto('person_settings')
    .values({ userId: person.id, seenLanguage: null, ...chosen })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(chosen))
    .execute();
  return { language };
}
