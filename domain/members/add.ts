import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { setMember } from './members.ts';
import type { Person } from './people.ts';
import type { Role } from './roles.ts';

/** Makes a person a member, as an operator does; a member's role becomes this one. */
export async function addMember(context: ActingContext, { id: userId, email }: Person, role: Role): Promise<void> {
  await context.em().transactional(async (em) => {
    await setMember({ ...context, em: () => em }, { userId, role });
    await recordAction(em, context, { action: 'members.add', subject: email });
  });
}
