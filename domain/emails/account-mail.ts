import { v7 as uuidv7 } from 'uuid';
import { type Notice as AccountMail, renderNotice as renderAccountMail } from '../../templates-engine/index.ts';
import type { Services } from '../context.ts';
import type { MailOutcome } from '../services/mail.ts';

/** Sends a mail of the product itself to a user or an invited person: an invitation, a new password. */
export async function sendAccountMail(
  services: Pick<Services, 'mailer' | 'baseUrl'>,
  address: string,
  mail: AccountMail,
): Promise<MailOutcome> {
  const { html, text } = await renderAccountMail(mail);
  return services.mailer.send({
    messageId: `<${uuidv7()}@${new URL(services.baseUrl).hostname}>`,
    senderName: 'Laurel',
    to: { name: '', address },
    subject: mail.subject,
    html,
    text,
    attachments: [],
  });
}
