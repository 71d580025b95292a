import { type Notice, renderNotice } from '../../../email-templates/index.ts';
import type { Services } from '../../context.ts';
import type { OpenLink } from '../../emails/deliver.ts';
import type { Email } from '../../emails/set-status.ts';
import type { Mail } from '../../ports/email.ts';

/** A mail ready to be handed over. */
export interface Composed {
  mail: Omit<Mail, 'messageId'>;
  openLink?: OpenLink;
}

/**
 * Composes a mail of its kind when it is sent: recipient, subject, body and attachments, from authentic rows. Returns the reason if the
 * mail is obsolete or its recipient has lost access.
 */
export type EmailComposer = (services: Services, email: Email) => Promise<Composed | string>;

/** Reason why a mail about an account is not sent. */
export const WITHDRAWN = 'withdrawn before it was sent';

/** Returns a mail about an account, with Laurel as the sender. */
export async function accountEmail(address: string, notice: Notice): Promise<Composed['mail']> {
  const { html, text } = await renderNotice(notice);
  const sender = { senderName: 'Laurel', server: null, signature: null, from: null, copyTo: null, replyTo: null };
  return { ...sender, to: { name: '', address }, subject: notice.subject, html, text, attachments: [] };
}
