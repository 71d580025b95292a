import {
  Accepted,
  AcceptInvitation,
  acceptInvitation,
  Invitation,
  InvitationToken,
  readInvitation,
} from '../domain/members/accept-invitation.ts';
import { publicProcedure, router } from './base.ts';

/** Operations for people with the link of an invitation. */
export const invitations = router({
  get: publicProcedure('verify')
    .input(InvitationToken)
    .output(Invitation)
    .query(({ ctx, input }) => readInvitation(ctx.services, ctx.people, input)),

  accept: publicProcedure('verify')
    .input(AcceptInvitation)
    .output(Accepted)
    .mutation(async ({ ctx, input }) =>
      acceptInvitation(ctx.services, { people: ctx.people, person: await ctx.person() }, input),
    ),
});
