import type { Services } from '../context.ts';
import { sendAccountMail } from '../emails/account-mail.ts';

/** Mails the link with which a person sets a new password. */
export async function mailPasswordReset(
  services: Services,
  { email, url }: { email: string; url: string },
): Promise<void> {
  const outcome = await sendAccountMail(services, email, {
    subject: 'Set a new password',
    text: 'Someone, probably you, asked to reset your password. The link works once and expires in an hour. If it wasn’t you, you can ignore this e-mail.',
    action: { label: 'Set a new password', url },
  });
  if (outcome.state !== 'sent') throw new Error(`the link was not sent: ${outcome.reason}`);
}
