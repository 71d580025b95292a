import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database, type Row } from '../../database/sql.ts';
import { MAIL_FLAG } from './enqueue.ts';

type AccountMail = Pick<Row<'account_mails'>, 'organisationId' | 'kind' | 'subjectId'>;

/**
 * Records a mail about an account and queues it, before certificate mails. The row has no address and no token: the
 * worker reads the address, and makes the token of a link when it hands the mail over.
 */
export async function requestAccountMail(
  em: EntityManager,
  { now }: { now(): Date },
  mail: AccountMail,
): Promise<void> {
  const id = uuidv7();
  await database(em)
    .insertInto('account_mails')
    .values({ ...mail, id, status: 'QUEUED', createdAt: now() })
    .execute();
  await enqueue(em, 'send-account-mail', [{ payload: { accountMailId: id }, flags: [MAIL_FLAG] }]);
}
