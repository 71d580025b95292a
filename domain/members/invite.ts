import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { Role } from '../access/rules.ts';
import { compareViews } from '../audit/compare.ts';
import { recordAction } from '../audit/record.ts';
import type { PersonContext } from '../context.ts';
import { requestAccountEmail } from '../emails/request-account-email.ts';
import { notFound, validationError } from '../errors.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { randomToken, sha256 } from '../shared/crypto.ts';
import { countEmail } from '../shared/email-limits.ts';
import { newId } from '../shared/ids.ts';
import { assertRoom } from '../shared/quota.ts';
import { AccountEmail, Uuid } from '../shared/schemas.ts';
import { INVITATION_MS } from './queries.ts';
import { assertMayGive, lockMembers } from './rules.ts';

export const InviteMember = z.strictObject({ email: AccountEmail, role: Role });
export const Invited = z.object({
  id: Uuid,
  isOutbox: z.boolean().describe('True if mails are written to the outbox, because no mail server is configured'),
});
export const InvitationId = z.strictObject({ id: Uuid });

/** Invites a person by e-mail. A repeated invitation has a new link and invalidates the old one. */
export async function inviteMember(
  context: PersonContext,
  { email, role }: z.infer<typeof InviteMember>,
): Promise<z.infer<typeof Invited>> {
  const id = newId(context.now());
  await recordInvitation(context, { id, email, role });
  return { id, isOutbox: context.mailer.isOutbox };
}

/** Records the invitation and queues its mail. The link's token is created at the hand-over, so until then no token is valid. */
async function recordInvitation(
  context: PersonContext,
  { id, email, role }: { id: string; email: string; role: Role },
): Promise<void> {
  const { organisationId, person } = context;
  const now = context.now();
  await context.em().transactional(async (em) => {
    assertMayGive(await lockMembers(em, context, organisationId), person.id, role);
    const invitation = {
      organisationId,
      id,
      email,
      role,
      tokenHash: sha256(randomToken(32)),
      invitedBy: person.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_MS),
    };
    if (await isMember(em, organisationId, email)) throw validationError(detail('email', 'already_member'));
    await assertRoomFor(em, context, email);
    await countEmail(em, { purpose: 'invitation', address: email, organisationId, now });
    await database(em)
      .insertInto('invitations')
      .values({ ...invitation, mac: macOf(context, 'invitations', invitation) })
      .onConflict((conflict) =>
        conflict.expression(sql`organisation_id, lower(email)`).doUpdateSet(({ ref }) => ({
          id: ref('excluded.id'),
          email: ref('excluded.email'),
          role: ref('excluded.role'),
          tokenHash: ref('excluded.tokenHash'),
          invitedBy: ref('excluded.invitedBy'),
          createdAt: ref('excluded.createdAt'),
          expiresAt: ref('excluded.expiresAt'),
          mac: ref('excluded.mac'),
        })),
      )
      .execute();
    await requestAccountEmail(em, context, { kind: 'INVITATION', organisationId, subjectId: id });
    await recordAction(em, context, { action: 'members.invite', subject: email, changes: compareViews({}, { role }) });
  });
}

/** Rejects an invitation beyond the limit. A repeated invitation does not count twice. */
async function assertRoomFor(em: EntityManager, context: PersonContext, email: string): Promise<void> {
  const where = sql`expires_at > ${context.now()} and lower(email) <> lower(${email})`;
  await assertRoom(em, {
    organisationId: context.organisationId,
    quota: 'open invitations',
    table: 'invitations',
    where,
  });
}

async function isMember(em: EntityManager, organisationId: string, email: string): Promise<boolean> {
  const member = await database(em)
    .selectFrom('members as m')
    .innerJoin('auth.user as u', 'u.id', 'm.userId')
    .select('m.userId')
    .where('m.organisationId', '=', organisationId)
    .where(({ eb, fn, val }) => eb(fn('lower', ['u.email']), '=', fn('lower', [val(email)])))
    .executeTakeFirst();
  return member !== undefined;
}

/** Withdraws an invitation and invalidates its link. */
export async function withdrawInvitation(context: PersonContext, { id }: z.infer<typeof InvitationId>): Promise<void> {
  const { organisationId, person } = context;
  await context.em().transactional(async (em) => {
    assertMayGive(await lockMembers(em, context, organisationId), person.id);
    const { numDeletedRows } = await database(em)
      .deleteFrom('invitations')
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await recordAction(em, context, { action: 'members.withdrawInvitation', subject: id });
  });
}
