import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import type { MailKey } from './mail-key.ts';

/** Every job of a mail has it: workers skip such jobs until the pace of the mail server gives them a turn. */
export const MAIL_FLAG = 'mail';

/** Behind account mails, whose priority is 0, and before certificate mails, whose priority is 10. */
const RETRY_PRIORITY = 5;

/** Queues a mail that was refused temporarily again, with all its attempts. */
export async function enqueueRetry(em: EntityManager, mail: MailKey, runAt: Date): Promise<void> {
  const { table, organisationId, id } = mail;
  const job = { runAt, priority: table === 'emails' ? RETRY_PRIORITY : 0, flags: [MAIL_FLAG], key: `mail:${id}` };
  if (table === 'emails') await enqueue(em, 'send-email', [{ ...job, payload: { organisationId, emailId: id } }]);
  else await enqueue(em, 'send-account-mail', [{ ...job, payload: { accountMailId: id } }]);
}
