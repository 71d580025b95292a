import { z } from 'zod';
import { chooseDigest, DigestChoice, readDigestChoice } from '../domain/expiry/choose-digest.ts';
import { ChangeRole, changeRole, MemberId, removeMember } from '../domain/members/change.ts';
import { InvitationId, Invited, InviteMember, inviteMember, withdrawInvitation } from '../domain/members/invite.ts';
import { listMembers, MemberList } from '../domain/members/list.ts';
import { asPerson, NoInput, router } from './base.ts';

const Done = z.void();

/** Members of an organisation. */
export const members = router({
  list: asPerson('organisation:read')
    .input(NoInput)
    .output(MemberList)
    .query(({ ctx }) => listMembers(ctx.domain)),

  invite: asPerson('members:manage')
    .input(InviteMember)
    .output(Invited)
    .mutation(({ ctx, input }) => inviteMember(ctx.domain, input)),

  withdrawInvitation: asPerson('members:manage')
    .input(InvitationId)
    .output(Done)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx.domain, input)),

  changeRole: asPerson('members:manage')
    .input(ChangeRole)
    .output(Done)
    .mutation(({ ctx, input }) => changeRole(ctx.domain, input)),

  remove: asPerson('members:manage')
    .input(MemberId)
    .output(Done)
    .mutation(({ ctx, input }) => removeMember(ctx.domain, input)),

  digest: asPerson('organisation:read')
    .input(NoInput)
    .output(DigestChoice)
    .query(({ ctx }) => readDigestChoice(ctx.domain)),

  chooseDigest: asPerson('organisation:read')
    .input(DigestChoice)
    .output(DigestChoice)
    .mutation(({ ctx, input }) => chooseDigest(ctx.domain, input)),
});
