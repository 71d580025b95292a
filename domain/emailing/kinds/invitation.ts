import { database } from '../../../database/sql.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { INVITATION_MS, invitations } from '../../members/queries.ts';
import { readLanguageOfAddress, readMailLanguage } from '../../members/read-language.ts';
import { assertAuthentic, macOf } from '../../shared/authentic-rows.ts';
import { randomToken, sha256 } from '../../shared/crypto.ts';
import { accountEmail, type Composed, WITHDRAWN, wordsIn } from './kind.ts';

/**
 * Composes the mail of the invitation `subjectId`, in the language of the account with its address, or else of the inviter. Its link opens
 * an account with the address, so only the mailbox receives it. Obsolete once the invitation is withdrawn or replaced.
 */
export async function invitationMail(
  services: Services,
  { organisationId, subjectId: id }: Email,
): Promise<Composed | string> {
  const invitation = await invitations(services.em())
    .where('i.organisationId', '=', organisationId)
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!invitation) return WITHDRAWN;
  assertAuthentic(services, 'invitations', invitation);
  const token = randomToken(32).toString('base64url');
  const em = services.em();
  const known =
    (await readLanguageOfAddress(em, invitation.email)) ?? (await readMailLanguage(em, invitation.invitedBy));
  const { language, messages, value, link } = await wordsIn(known ?? 'en');
  const organisation = value(invitation.organizationName ?? 'Laurel');
  const { subject, text, button } = messages.invitation;
  const mail = await accountEmail(invitation.email, {
    ...{ language, subject: subject({ organisation }), text: text({ organisation }) },
    action: { label: button, url: link(`${services.installation.address}/invitation?token=${token}`) },
  });
  const openLink: Composed['openLink'] = async (em) => {
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
  };
  return { mail, openLink };
}
