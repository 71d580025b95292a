import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { enqueueInTurn, enqueueOwnEmails } from './enqueue.ts';
import { findOwnServers } from './find-own-servers.ts';

interface Answer {
  organisationId: string;
  requestId: string;
  /** Time of the decision, which identifies it. */
  decidedAt: Date;
}

/** Records and queues the mail that answers a recipient's request. It takes turns with the mails of certificates. */
export async function requestAnswerEmail(
  em: EntityManager,
  services: Services,
  { organisationId, requestId: subjectId, decidedAt: createdAt }: Answer,
): Promise<void> {
  const row = {
    ...{ organisationId, id: newId(createdAt), kind: 'REQUEST_ANSWER' as const, certificateId: null, subjectId },
    ...{ recipient: null, status: 'QUEUED' as const, createdAt },
  };
  await database(em)
    .insertInto('emails')
    .values({ ...row, mac: macOf(services, 'emails', row) })
    .execute();
  if ((await findOwnServers(em, [organisationId])).size > 0) return enqueueOwnEmails(em, [row]);
  await enqueueInTurn(em, { organisationId, emailIds: [row.id], now: createdAt });
}
