import type { EntityManager } from '../../database/orm.ts';
import type { Role } from '../access/rules.ts';
import { compareViews } from '../audit/compare.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext, Person } from '../context.ts';
import { lockMembers, setRole } from './rules.ts';

/** Makes a person a member in the caller's transaction, on an operator's command. A current member gets this role. */
export async function addMember(
  em: EntityManager,
  context: ActingContext,
  { id: userId, email }: Person,
  role: Role,
): Promise<void> {
  await setRole(em, context, await lockMembers(em, context, context.organisationId), { userId, role });
  await recordAction(em, context, { action: 'members.add', subject: email, changes: compareViews({}, { role }) });
}
