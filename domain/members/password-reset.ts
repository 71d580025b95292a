import type { Services } from '../context.ts';
import { sendAccountMail } from '../emails/account-mail.ts';

/** Mails the link with which a person sets a new password. */
export async function mailPasswordReset(
  services: Services,
  { email, url }: { email: string; url: string },
): Promise<void> {
  const outcome = await sendAccountMail(services, email, {
    subject: 'Set a new password',
    text: 'Somebody, probably you, asked for a new password. The link works once, for an hour. If it was not you, nothing has changed.',
    action: { label: 'Set a new password', url },
  });
  if (outcome.state !== 'sent') throw new Error(`the link was not sent: ${outcome.reason}`);
}
