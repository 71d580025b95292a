import { findAccount } from '../access/accounts.ts';
import type { Services } from '../context.ts';
import type { AccountMail } from '../emails/account-mail.ts';
import { requestAccountMail } from '../emails/request-account-mail.ts';
import { randomToken } from '../shared/crypto.ts';

/** Life of a link for a new password, from the hand-over of its mail. */
const RESET_MS = 60 * 60 * 1000;

/** Queues the mail with the link with which a person sets a new password. */
export const requestPasswordReset = (services: Services, userId: string): Promise<void> =>
  services
    .em()
    .transactional((em) =>
      requestAccountMail(em, services, { kind: 'PASSWORD_RESET', organisationId: null, subjectId: userId }),
    );

/** The mail with the link for a new password. Returns null for a person without an account. */
export async function passwordResetMail(services: Services, userId: string): Promise<AccountMail | null> {
  const user = await findAccount(services, userId);
  if (!user) return null;
  const token = randomToken(32).toString('base64url');
  return {
    address: user.email,
    notice: {
      subject: 'Set a new password',
      text: 'Someone, probably you, asked to reset your password. The link works once and expires in an hour. If it wasn’t you, you can ignore this e-mail.',
      action: { label: 'Set a new password', url: `${services.baseUrl}/auth/reset-password/${token}` },
    },
    openLink: async (em) => {
      const expiresAt = new Date(services.now().getTime() + RESET_MS);
      await services.resetLinks.open(em, { userId, token, expiresAt });
      return true;
    },
  };
}
