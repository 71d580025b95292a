import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { Organisation } from '../../database/entities/organisation.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { Role } from '../access/roles.ts';
import { recordAction } from '../audit/record.ts';
import type { PersonContext } from '../context.ts';
import { sendAccountMail } from '../emails/account-mail.ts';
import { notFound, validationError } from '../errors.ts';
import { randomToken, sha256 } from '../shared/crypto.ts';
import { countMail } from '../shared/mail-limits.ts';
import { assertRoom } from '../shared/quota.ts';
import { EmailAddress, Uuid } from '../shared/schemas.ts';
import { assertMayGive, lockMembers } from './members.ts';

const VALID_MS = 7 * 24 * 60 * 60 * 1000;

export const InviteMember = z.object({ email: EmailAddress, role: Role });
export const Invited = z.object({
  id: Uuid,
  emailed: z.boolean().describe('Whether the mail was taken: by the mail server, or as a file in the outbox'),
  isOutbox: z.boolean().describe('Whether mails are files in the outbox, as no mail server is configured'),
});
export const InvitationId = z.object({ id: Uuid });

/**
 * Invites somebody by e-mail, for a week; who was invited already gets a new link, and the old one ends. The link opens an
 * account with the address, so it goes to the mailbox and is shown to nobody, the inviter included.
 */
export async function inviteMember(
  context: PersonContext,
  { email, role }: z.infer<typeof InviteMember>,
): Promise<z.infer<typeof Invited>> {
  const id = uuidv7();
  const token = randomToken(32).toString('base64url');
  await recordInvitation(context, { id, email, role, token });
  const { organizationName } = await context.em().findOneOrFail(Organisation, { id: context.organisationId });
  const name = organizationName ?? 'an organisation';
  const outcome = await sendAccountMail(context, email, {
    subject: `You are invited to ${name}`,
    text: `You are invited to issue and manage certificates with ${name}. The invitation is good for a week.`,
    action: { label: 'Accept the invitation', url: `${context.baseUrl}/invitation?token=${token}` },
  });
  return { id, emailed: outcome.state === 'sent', isOutbox: context.mailer.isOutbox };
}

/** Writes the invitation down before anything is sent. */
async function recordInvitation(
  context: PersonContext,
  { id, email, role, token }: { id: string; email: string; role: Role; token: string },
): Promise<void> {
  const { organisationId, person } = context;
  const now = context.now();
  await context.em().transactional(async (em) => {
    assertMayGive(await lockMembers(em, organisationId), person.id, role);
    const invitation = {
      organisationId,
      id,
      email,
      role,
      tokenHash: sha256(token),
      invitedBy: person.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALID_MS),
    };
    if (await isMember(em, organisationId, email))
      throw validationError('The request is not valid', [{ path: 'email', message: 'is a member already' }]);
    await assertRoomFor(em, context, email);
    await countMail(em, { purpose: 'invitation', address: email, organisationId });
    await database(em)
      .insertInto('invitations')
      .values(invitation)
      .onConflict((conflict) =>
        conflict.expression(sql`organisation_id, lower(email)`).doUpdateSet(({ ref }) => ({
          id: ref('excluded.id'),
          role: ref('excluded.role'),
          tokenHash: ref('excluded.tokenHash'),
          invitedBy: ref('excluded.invitedBy'),
          createdAt: ref('excluded.createdAt'),
          expiresAt: ref('excluded.expiresAt'),
        })),
      )
      .execute();
    await recordAction(em, context, { action: 'members.invite', subject: email });
  });
}

/** Refuses an invitation beyond the limit; an address that is invited already takes no more room. */
async function assertRoomFor(em: EntityManager, { organisationId, now }: PersonContext, email: string): Promise<void> {
  const where = sql`expires_at > ${now()} and lower(email) <> lower(${email})`;
  await assertRoom(em, { organisationId, quota: 'open invitations', table: 'invitations', where });
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

/** Withdraws an invitation: its link ends. */
export async function withdrawInvitation(context: PersonContext, { id }: z.infer<typeof InvitationId>): Promise<void> {
  const { organisationId, person } = context;
  await context.em().transactional(async (em) => {
    assertMayGive(await lockMembers(em, organisationId), person.id);
    const { numDeletedRows } = await database(em)
      .deleteFrom('invitations')
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await recordAction(em, context, { action: 'members.withdrawInvitation', subject: id });
  });
}
