import type { EmailKind } from '../../database/entities/email.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import type { EmailKey } from './types.ts';

/** Flag of all mail jobs. Workers skip flagged jobs until the mail server's pace gives them a turn. */
export const EMAIL_FLAG = 'mail';

/** Priority of account mails and their retries. They precede certificate mails, whose priority is 10 (CERTIFICATE_EMAILS). */
const PRIORITY = 0;
const CERTIFICATE_RETRY_PRIORITY = 5;

/** Kinds of mails to recipients of certificates. */
const TO_RECIPIENTS: readonly EmailKind[] = ['CERTIFICATE', 'REVOCATION', 'EXPIRY_REMINDER', 'REQUEST_ANSWER'];

/** Queues a mail about an account. */
export const enqueueAccountEmail = (
  em: EntityManager,
  { organisationId, id: emailId }: EmailKey,
  runAt?: Date,
): Promise<void> =>
  enqueue(em, 'send-email', [
    { payload: { organisationId, emailId }, priority: PRIORITY, flags: [EMAIL_FLAG], ...(runAt && { runAt }) },
  ]);

/** Queues a temporarily refused mail again, with a full set of attempts. */
export async function enqueueRetry(
  em: EntityManager,
  { organisationId, id: emailId, kind }: EmailKey & { kind: EmailKind },
  runAt: Date,
): Promise<void> {
  const priority = TO_RECIPIENTS.includes(kind) ? CERTIFICATE_RETRY_PRIORITY : PRIORITY;
  const job = { runAt, priority, flags: [EMAIL_FLAG], key: `mail:${emailId}` };
  await enqueue(em, 'send-email', [{ ...job, payload: { organisationId, emailId } }]);
}
