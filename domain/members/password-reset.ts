import type { Services } from '../context.ts';
import { NO_ORGANISATION } from '../emails/email-key.ts';
import { requestAccountEmail } from '../emails/request-account-email.ts';

/** Queues the mail with a person's password-reset link. */
export const requestPasswordReset = (services: Services, userId: string): Promise<void> =>
  services.em().transactional((em) =>
    requestAccountEmail(em, services, {
      kind: 'PASSWORD_RESET',
      organisationId: NO_ORGANISATION,
      subjectId: userId,
    }),
  );
