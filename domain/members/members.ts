import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { mayGive, Role } from '../access/roles.ts';
import { hasEnded, timeAfterEndings } from '../audit/endings.ts';
import type { DomainContext, Services } from '../context.ts';
import { refusal, validationError } from '../errors.ts';
import { QUOTAS } from '../limits.ts';
import { isAuthentic, macOf } from '../shared/authentic-rows.ts';
import { limitReached } from '../shared/quota.ts';

interface Member {
  userId: string;
  role: Role;
}

/** A person's role in an organisation; null where they are no member of it. */
export async function roleOf(
  services: Services,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<Role | null> {
  const member = await liveMembers(services.em())
    .where('organisationId', '=', organisationId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return member && isAuthentic(services, 'members', member) ? member.role : null;
}

/** Memberships that no later entry of the audit log has ended, with what authenticates them. */
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
 * An organisation's members as they are until the transaction ends: whatever changes members or invitations locks the
 * organisation's row by this first, so that nobody acts on a role that is being taken away.
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

/** FORBIDDEN unless somebody, by their role of this moment, may give and take all of these roles. */
export function assertMayGive(members: readonly Member[], userId: string, ...roles: readonly Role[]): void {
  const own = members.find((member) => member.userId === userId)?.role ?? null;
  if (own === null || !mayGive(own, 'viewer')) throw refusal('missing_scope', { scope: 'members:manage' });
  if (!roles.every((role) => mayGive(own, role))) throw refusal('owners_only');
}

/**
 * Gives somebody a role, null for none, in the transaction of `lockMembers`. An owner always remains (VALIDATION_ERROR).
 * Open invitations end with it: those to the person, who would come back or rise by one, and those that the person has
 * made and could not make any more.
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
