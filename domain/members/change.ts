import { z } from 'zod';
import { Role } from '../access/rules.ts';
import { compareViews } from '../audit/compare.ts';
import { timeAfterEndings } from '../audit/find-endings.ts';
import { recordAction } from '../audit/record.ts';
import type { PersonContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { SafeString } from '../shared/schemas.ts';
import { assertMayGive, lockMembers, setRole } from './rules.ts';

export const MemberId = z.strictObject({ userId: SafeString.min(1).max(64) });
export const ChangeRole = z.strictObject({ ...MemberId.shape, role: Role });

/** Gives a member another role. Only owners can add or change owners, and one owner always remains. */
export const changeRole = (context: PersonContext, { userId, role }: z.infer<typeof ChangeRole>): Promise<void> =>
  alter(context, userId, role);

/** Ends a membership. The person loses access with the next request. */
export const removeMember = (context: PersonContext, { userId }: z.infer<typeof MemberId>): Promise<void> =>
  alter(context, userId, null);

async function alter(caller: PersonContext, userId: string, role: Role | null): Promise<void> {
  const { organisationId, person } = caller;
  await caller.em().transactional(async (em) => {
    const members = await lockMembers(em, caller, organisationId);
    // The row and its entry have the same time, so that the entry ends only the previous state.
    const at = await timeAfterEndings(em, caller, userId);
    const context = { ...caller, now: () => at };
    assertMayGive(members, person.id);
    const member = members.find((one) => one.userId === userId);
    if (!member) throw notFound();
    assertMayGive(members, person.id, member.role, role ?? member.role);
    await setRole(em, context, members, { userId, role });
    const action = role === null ? 'members.remove' : 'members.changeRole';
    const changes = compareViews({ role: member.role }, { role });
    await recordAction(em, context, { action, subject: userId, changes });
  });
}
