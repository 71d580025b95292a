import { readSession, Session } from '../domain/members/session.ts';
import { NoInput, router, signedIn } from './base.ts';

export const session = router({
  /** Who is signed in, and where they may do what. */
  get: signedIn
    .input(NoInput)
    .output(Session)
    .query(({ ctx }) => readSession(ctx.services, ctx.person)),
});
