import { findAccount } from '../../access/find-account.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { randomToken } from '../../shared/crypto.ts';
import { accountEmail, type Composed, WITHDRAWN, wordsFor } from './kind.ts';

/** Lifetime of a password-reset link in ms, from the hand-over of its mail. */
export const RESET_MS = 60 * 60 * 1000;

/** Composes the mail with a password-reset link to the person `subjectId`. Obsolete without an account. */
export async function passwordResetMail(services: Services, { subjectId }: Email): Promise<Composed | string> {
  const user = subjectId === null ? null : await findAccount(services, subjectId);
  if (!user) return WITHDRAWN;
  const token = randomToken(32).toString('base64url');
  const { language, messages, value, link } = await wordsFor(services, user.id);
  const { address } = services.installation;
  const { subject, text, button } = messages.passwordReset;
  const mail = await accountEmail(user.email, {
    ...{ language, subject, text: text({ host: value(new URL(address).host) }) },
    action: { label: button, url: link(`${address}/auth/reset-password/${token}`) },
  });
  const openLink: Composed['openLink'] = async (em) => {
    const expiresAt = new Date(services.now().getTime() + RESET_MS);
    await services.resetLinks.open(em, { userId: user.id, token, expiresAt });
    return true;
  };
  return { mail, openLink };
}
