import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { AccountMail } from '../emails/account-mail.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { randomToken, sha256 } from '../shared/crypto.ts';
import { invitations } from './invitations.ts';

/** Life of an invitation's link, from the hand-over of its mail. */
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The mail of an invitation. Its link opens an account with the address, so it goes to the mailbox and is shown to nobody.
 * Returns null for an invitation that was withdrawn or replaced.
 */
export async function invitationMail(
  services: Services,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<AccountMail | null> {
  const invitation = await invitations(services.em())
    .where('i.organisationId', '=', organisationId)
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!invitation) return null;
  assertAuthentic(services, 'invitations', invitation);
  const token = randomToken(32).toString('base64url');
  const name = invitation.organizationName ?? 'an organisation';
  return {
    address: invitation.email,
    notice: {
      subject: `You are invited to ${name}`,
      text: `You are invited to issue and manage certificates with ${name}. The invitation is good for a week.`,
      action: { label: 'Accept the invitation', url: `${services.baseUrl}/invitation?token=${token}` },
    },
    openLink: async (em) => {
      const row = await invitations(em)
        .where('i.organisationId', '=', organisationId)
        .where('i.id', '=', id)
        .executeTakeFirst();
      if (!row) return false;
      assertAuthentic(services, 'invitations', row);
      const opened = { tokenHash: sha256(token), expiresAt: new Date(services.now().getTime() + INVITATION_MS) };
      const { numUpdatedRows } = await database(em)
        .updateTable('invitations')
        .set({ ...opened, mac: macOf(services, 'invitations', { ...row, ...opened }) })
        .where('organisationId', '=', organisationId)
        .where('id', '=', id)
        .where('mac', '=', row.mac)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
