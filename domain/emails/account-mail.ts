import type { EntityManager } from '../../database/orm.ts';
import { type Notice, renderNotice } from '../../templates-engine/index.ts';
import type { Services } from '../context.ts';
import type { Mail } from '../services/mail.ts';

/** A mail about an account, as its kind composes it. */
export interface AccountMail {
  address: string;
  notice: Notice;
  /** Makes the mail's link valid, in the transaction that records the hand-over. Returns false if the mail is withdrawn. */
  openLink?: (em: EntityManager) => Promise<boolean>;
}

/** Returns the mail as it is sent: from the product itself. */
export async function renderAccountMail(
  { baseUrl }: Pick<Services, 'baseUrl'>,
  id: string,
  { address, notice }: AccountMail,
): Promise<Mail> {
  const { html, text } = await renderNotice(notice);
  return {
    messageId: `<${id}@${new URL(baseUrl).hostname}>`,
    senderName: 'Laurel',
    to: { name: '', address },
    subject: notice.subject,
    html,
    text,
    attachments: [],
  };
}
