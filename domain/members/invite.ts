import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { Organisation } from '../../database/entities/organisation.ts';
import { database } from '../../database/queue.ts';
import { Role } from '../access/roles.ts';
import { recordAction } from '../audit/record.ts';
import type { PersonContext } from '../context.ts';
import { sendNotice } from '../emails/account-mail.ts';
import { notFound, validationError } from '../errors.ts';
import { randomToken, sha256 } from '../shared/crypto.ts';
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
  const outcome = await sendNotice(context, email, {
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
    const { rows } = await sql`
      insert into invitations (organisation_id, id, email, role, token_hash, invited_by, created_at, expires_at)
      select ${organisationId}, ${id}, ${email}, ${role}, ${sha256(token)}, ${person.id}, ${now},
        ${new Date(now.getTime() + VALID_MS)}
      where not exists (
        select 1 from members m join auth."user" u on u.id = m.user_id
        where m.organisation_id = ${organisationId} and lower(u.email) = lower(${email}))
      on conflict (organisation_id, lower(email)) do update set id = excluded.id, role = excluded.role,
        token_hash = excluded.token_hash, invited_by = excluded.invited_by, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      returning id`.execute(database(em));
    if (rows.length === 0)
      throw validationError('The request is not valid', [{ path: 'email', message: 'is a member already' }]);
    await recordAction(em, context, { action: 'members.invite', subject: email });
  });
}

/** Withdraws an invitation: its link ends. */
export async function withdrawInvitation(context: PersonContext, { id }: z.infer<typeof InvitationId>): Promise<void> {
  const { organisationId, person } = context;
  await context.em().transactional(async (em) => {
    assertMayGive(await lockMembers(em, organisationId), person.id);
    const { numAffectedRows } = await sql`
      delete from invitations where organisation_id = ${organisationId} and id = ${id}`.execute(database(em));
    if (numAffectedRows === 0n) throw notFound();
    await recordAction(em, context, { action: 'members.withdrawInvitation', subject: id });
  });
}
