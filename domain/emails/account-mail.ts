import { v7 as uuidv7 } from 'uuid';
import { type Notice, renderNotice } from '../../templates-engine/index.ts';
import type { MailOutcome, Services } from '../context.ts';

/** A mail of the product itself to a person who works with it: an invitation, a new password. */
export async function sendNotice(
  services: Pick<Services, 'mailer' | 'baseUrl'>,
  address: string,
  notice: Notice,
): Promise<MailOutcome> {
  const { html, text } = await renderNotice(notice);
  return services.mailer.send({
    messageId: `<${uuidv7()}@${new URL(services.baseUrl).hostname}>`,
    senderName: 'Laurel',
    to: { name: '', address },
    subject: notice.subject,
    html,
    text,
    attachments: [],
  });
}
