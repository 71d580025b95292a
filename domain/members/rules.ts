import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { mayGive, Role } from '../access/rules.ts';
import { hasEnded, timeAfterEndings } from '../audit/find-endings.ts';
import type { DomainContext, Services } from '../context.ts';
import { refusal, validationError } from '../errors.ts';
import { QUOTAS } from '../limits.ts';
import { isAuthentic, macOf } from '../shared/authentic-rows.ts';
import { liveOf } from '../shared/ids.ts';
import { limitReached } from '../shared/quota.ts';

interface Member {
  userId: string;
  role: Role;
}

/** Returns a person's role in an organisation or its sandbox; null if they are not a member. */
export async function roleOf(
  services: Services,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<Role | null> {
  const member = await liveMembers(services.em())
    .where('organisationId', '=', liveOf(organisationId))
    .where('userId', '=', userId)
    .executeTakeFirst();
  return member && isAuthentic(services, 'members', member) ? member.role : null;
}

/** Returns a query for memberships that no later audit entry has ended, with the columns that authenticate them. */
export const liveMembers = (em: EntityManager) =>
  database(em)
    .selectFrom('members')
    .select(['members.organisationId', 'members.userId', 'members.role', 'members.changedAt', 'members.mac'])
    .where(({ not }) =>
      not(
        hasEnded({ organisationId: 'members.organisationId', subject: 'members.userId', since: 'members.changedAt' }),
      ),
    );

/**
 * Returns an organisation's members, unchanged until the transaction ends. Every change of members or invitations first locks the
 * organisation's row here. Therefore no change relies on a role that is being revoked.
 */
export async function lockMembers(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  organisationId: string,
): Promise<Member[]> {
  const db = database(em);
  await db.selectFrom('organisations').select('id').where('id', '=', organisationId).forNoKeyUpdate().execute();
  const members = await liveMembers(em).where('organisationId', '=', organisationId).execute();
  return members.filter((member) => isAuthentic(services, 'members', member));
}

/** Throws FORBIDDEN unless a person's current role can grant and revoke all of these roles. */
export function assertMayGive(members: readonly Member[], userId: string, ...roles: readonly Role[]): void {
  const own = members.find((member) => member.userId === userId)?.role ?? null;
  if (own === null || !mayGive(own, 'viewer')) throw refusal('missing_scope', { scope: 'members:manage' });
  if (!roles.every((role) => mayGive(own, role))) throw refusal('owners_only');
}

/**
 * Sets a person's role, or removes the person if it is null, in the transaction of `lockMembers`. One owner always remains
 * (VALIDATION_ERROR). Deletes open invitations to the person, which could restore a role. Also deletes those by the person that they could
 * no longer make.
 */
export async function setRole(
  em: EntityManager,
  services: Pick<DomainContext, 'organisationId' | 'now' | 'authenticator'>,
  members: readonly Member[],
  { userId, role }: { userId: string; role: Role | null },
): Promise<void> {
  const { organisationId } = services;
  assertOwnerRemains(members, userId, role);
  const isNew = role !== null && !members.some((member) => member.userId === userId);
  if (isNew && members.length >= QUOTAS.members) throw limitReached('members');
  const db = database(em);
  const kept = Role.options.filter((invited) => role !== null && mayGive(role, invited));
  await db
    .deleteFrom('invitations')
    .where('organisationId', '=', organisationId)
    .where(({ and, eb, fn, not, or, selectFrom }) =>
      or([
        eb(
          fn('lower', ['email']),
          '=',
          selectFrom('auth.user as u')
            .select(({ fn }) => fn<string>('lower', ['u.email']).as('email'))
            .where('u.id', '=', userId),
        ),
        and([eb('invitedBy', '=', userId), ...(kept.length > 0 ? [not(eb('role', 'in', kept))] : [])]),
      ]),
    )
    .execute();
  if (role === null) {
    await db.deleteFrom('members').where('organisationId', '=', organisationId).where('userId', '=', userId).execute();
    return;
  }
  const member = { organisationId, userId, role, changedAt: await timeAfterEndings(em, services, userId) };
  await db
    .insertInto('members')
    .values({ ...member, createdAt: member.changedAt, mac: macOf(services, 'members', member) })
    .onConflict((conflict) =>
      conflict.columns(['organisationId', 'userId']).doUpdateSet(({ ref }) => ({
        role: ref('excluded.role'),
        changedAt: ref('excluded.changedAt'),
        mac: ref('excluded.mac'),
      })),
    )
    .execute();
}

function assertOwnerRemains(members: readonly Member[], userId: string, role: Role | null): void {
  const owners = members.filter((member) => member.role === 'owner');
  if (role === 'owner' || owners.length !== 1 || owners[0]?.userId !== userId) return;
  const path = role === null ? 'userId' : 'role';
  throw validationError(detail(path, 'only_owner'));
}
