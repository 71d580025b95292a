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

/** Server that sends a mail. Each has a queue, so that an organisation's server that hangs delays no mail of others. */
export type Route = 'installation' | 'own';

/** Queues a mail about an account. */
export const enqueueAccountEmail = (
  em: EntityManager,
  { organisationId, id: emailId }: EmailKey,
  runAt?: Date,
): Promise<void> =>
  enqueue(em, 'send-email', [
    { payload: { organisationId, emailId }, priority: PRIORITY, flags: [EMAIL_FLAG], ...(runAt && { runAt }) },
  ]);

/** Queues mails for the organisation's own server. An organisation takes at most half of the slots (jobs/runner/tenant-slots.ts). */
export const enqueueOwnEmails = (
  em: EntityManager,
  emails: readonly EmailKey[],
  more: { runAt?: Date; key?: string } = {},
): Promise<void> =>
  enqueue(
    em,
    'send-own-email',
    emails.map(({ organisationId, id: emailId }) => ({
      ...{ payload: { organisationId, emailId }, flags: [`organisation ${organisationId}`], ...more },
    })),
  );

/** Queues a mail again, with a full set of attempts: a temporarily refused one, or one that another server sends by now. */
export async function enqueueRetry(
  em: EntityManager,
  { organisationId, id: emailId, kind }: EmailKey & { kind: EmailKind },
  { runAt, route }: { runAt: Date; route: Route },
): Promise<void> {
  if (route === 'own')
    return enqueueOwnEmails(em, [{ organisationId, id: emailId }], { runAt, key: `mail:${emailId}` });
  const priority = TO_RECIPIENTS.includes(kind) ? CERTIFICATE_RETRY_PRIORITY : PRIORITY;
  const job = { runAt, priority, flags: [EMAIL_FLAG], key: `mail:${emailId}` };
  await enqueue(em, 'send-email', [{ ...job, payload: { organisationId, emailId } }]);
}
