import { chooseLanguage, LanguageChoice } from '../domain/members/choose-language.ts';
import { readSession, Session } from '../domain/members/read-session.ts';
import { NoInput, router, signedIn } from './base.ts';

export const session = router({
  /** Returns the signed-in person with their organisations and permissions. */
  get: signedIn
    .input(NoInput)
    .output(Session)
    .query(({ ctx }) => readSession(ctx.services, ctx.person)),

  /** Saves the language of the person's dashboard. */
  chooseLanguage: signedIn
    .input(LanguageChoice)
    .output(LanguageChoice)
    .mutation(({ ctx, input }) => chooseLanguage(ctx.services, ctx.person, input)),
});
