import type { EmailKind } from '../../database/entities/email.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import type { MailKey } from './mail-key.ts';

/** Flag of all mail jobs. Workers skip flagged jobs until the mail server's pace gives them a turn. */
export const MAIL_FLAG = 'mail';

/** Priority of account mails and their retries. They precede certificate mails, whose priority is 10 (CERTIFICATE_MAILS). */
const PRIORITY = 0;
const CERTIFICATE_RETRY_PRIORITY = 5;

/** Queues a mail about an account. */
export const enqueueAccountMail = (em: EntityManager, { organisationId, id: emailId }: MailKey): Promise<void> =>
  enqueue(em, 'send-email', [{ payload: { organisationId, emailId }, priority: PRIORITY, flags: [MAIL_FLAG] }]);

/** Queues a temporarily refused mail again, with a full set of attempts. */
export async function enqueueRetry(
  em: EntityManager,
  { organisationId, id: emailId, kind }: MailKey & { kind: EmailKind },
  runAt: Date,
): Promise<void> {
  const priority = kind === 'CERTIFICATE' ? CERTIFICATE_RETRY_PRIORITY : PRIORITY;
  const job = { runAt, priority, flags: [MAIL_FLAG], key: `mail:${emailId}` };
  await enqueue(em, 'send-email', [{ ...job, payload: { organisationId, emailId } }]);
}
