import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import { recordAction } from '../audit/record.ts';
import type { PersonContext } from '../context.ts';
import { DomainError, notFound, validationError } from '../errors.ts';
import { Role } from './roles.ts';

export const MemberId = z.object({ userId: z.string().min(1).max(64) });
export const ChangeRole = z.object({ ...MemberId.shape, role: Role });

/** Gives a member another role. Only owners make or change owners, and one owner always remains. */
export const changeRole = (context: PersonContext, { userId, role }: z.infer<typeof ChangeRole>): Promise<void> =>
  alter(context, userId, role);

/** Ends a membership: from the next request on the person may do nothing here. */
export const removeMember = (context: PersonContext, { userId }: z.infer<typeof MemberId>): Promise<void> =>
  alter(context, userId, null);

async function alter(context: PersonContext, userId: string, role: Role | null): Promise<void> {
  const { organisationId } = context;
  await context.em().transactional(async (em) => {
    const members = await lockedMembers(em, organisationId);
    const member = members.find(({ user_id }) => user_id === userId);
    if (!member) throw notFound();
    if (member.role === 'owner' || role === 'owner') assertOwner(context, members);
    const owners = members.filter((one) => one.role === 'owner' && one.user_id !== userId);
    if (owners.length === 0 && role !== 'owner' && member.role === 'owner') {
      throw validationError('The request is not valid', [
        { path: role === null ? 'userId' : 'role', message: 'is the only owner: make somebody else an owner first' },
      ]);
    }
    await (role === null
      ? sql`delete from members where organisation_id = ${organisationId} and user_id = ${userId}`
      : sql`update members set role = ${role} where organisation_id = ${organisationId} and user_id = ${userId}`
    ).execute(database(em));
    const action = role === null ? 'members.remove' : 'members.changeRole';
    await recordAction(em, context, { action, subject: userId });
  });
}

type MemberRow = { user_id: string; role: Role };

/** All of them, so that two owners can't remove one another at the same time. */
async function lockedMembers(em: EntityManager, organisationId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select user_id, role from members where organisation_id = ${organisationId} order by user_id for update`.execute(
    database(em),
  );
  return rows;
}

function assertOwner({ person }: PersonContext, members: readonly MemberRow[]): void {
  const isOwner = members.some(({ user_id, role }) => user_id === person.id && role === 'owner');
  if (!isOwner) throw new DomainError('FORBIDDEN', 'Only an owner makes, changes or removes owners');
}
