import { readSession, Session } from '../domain/members/read-session.ts';
import { NoInput, router, signedIn } from './base.ts';

export const session = router({
  /** Returns the signed-in person with their organisations and permissions. */
  get: signedIn
    .input(NoInput)
    .output(Session)
    .query(({ ctx }) => readSession(ctx.services, ctx.person)),
});
