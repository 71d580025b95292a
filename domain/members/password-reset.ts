import type { Services } from '../context.ts';
import { NO_ORGANISATION } from '../emails/mail-key.ts';
import { requestAccountMail } from '../emails/request-account-mail.ts';

/** Queues the mail with a person's password-reset link. */
export const requestPasswordReset = (services: Services, userId: string): Promise<void> =>
  services.em().transactional((em) =>
    requestAccountMail(em, services, {
      kind: 'PASSWORD_RESET',
      organisationId: NO_ORGANISATION,
      subjectId: userId,
    }),
  );
