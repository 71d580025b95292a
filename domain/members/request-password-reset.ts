import type { Services } from '../context.ts';
import { requestAccountEmail } from '../emails/request-account-email.ts';
import { NO_ORGANISATION } from '../emails/types.ts';

/** Queues the mail with a person's password-reset link. */
export const requestPasswordReset = (services: Services, userId: string): Promise<void> =>
  services.em().transactional((em) =>
    requestAccountEmail(em, services, {
      kind: 'PASSWORD_RESET',
      organisationId: NO_ORGANISATION,
      subjectId: userId,
    }),
  );
