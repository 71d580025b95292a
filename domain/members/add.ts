import type { EntityManager } from '../../database/orm.ts';
import type { Role } from '../access/rules.ts';
import { compareViews } from '../audit/compare.ts';
import { timeAfterEndings } from '../audit/find-endings.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext, Person } from '../context.ts';
import { lockMembers, setRole } from './rules.ts';

/** Makes a person a member in the caller's transaction, on an operator's command. A current member gets this role. */
export async function addMember(
  em: EntityManager,
  caller: ActingContext,
  { id: userId, email }: Person,
  role: Role,
): Promise<void> {
  const members = await lockMembers(em, caller, caller.organisationId);
  // The row and its entry have the same time, so that the entry ends only the previous state.
  const at = await timeAfterEndings(em, caller, userId);
  const context = { ...caller, now: () => at };
  const former = members.find((one) => one.userId === userId);
  await setRole(em, context, members, { userId, role });
  const added = { action: 'members.add', subject: email, changes: compareViews({}, { role }) };
  const changed = {
    action: 'members.changeRole',
    subject: userId,
    changes: compareViews({ role: former?.role }, { role }),
  };
  await recordAction(em, context, former && former.role !== role ? changed : added);
}
