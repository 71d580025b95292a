import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { MAIL_FLAG } from './enqueue.ts';

type AccountMail = Pick<Row<'account_mails'>, 'organisationId' | 'kind' | 'subjectId'>;

/**
 * Records a mail about an account and queues it, before certificate mails. The row has no address and no token: the
 * worker reads the address, and makes the token of a link when it hands the mail over.
 */
export async function requestAccountMail(
  em: EntityManager,
  services: Pick<Services, 'authenticator' | 'now'>,
  mail: AccountMail,
): Promise<void> {
  const createdAt = services.now();
  const id = newId(createdAt);
  const row = { ...mail, id, status: 'QUEUED' as const, createdAt };
  await database(em)
    .insertInto('account_mails')
    .values({ ...row, mac: macOf(services, 'account_mails', row) })
    .execute();
  await enqueue(em, 'send-account-mail', [{ payload: { accountMailId: id }, flags: [MAIL_FLAG] }]);
}
