import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { sendAccountMail } from '../emails/account-mail.ts';

/**
 * Tells the person who made a batch that it is done. At most once: what was begun and died is not tried again, the batch's page
 * says the same. Somebody who is no member any more is told nothing.
 */
export async function mailBatchNotice(
  services: Services,
  { organisationId, batchId }: { organisationId: string; batchId: string },
): Promise<void> {
  const db = database(services.em());
  const batch = await db
    .updateTable('batches')
    .set({ toldAt: services.now() })
    .where('organisationId', '=', organisationId)
    .where('id', '=', batchId)
    .where('completedAt', 'is not', null)
    .where('toldAt', 'is', null)
    .returning(['name', 'fileName', 'totalCount', 'failedCount', 'authorId'])
    .executeTakeFirst();
  if (!batch?.authorId) return;
  const author = await db
    .selectFrom('members as m')
    .innerJoin('auth.user as u', 'u.id', 'm.userId')
    .select('u.email')
    .where('m.organisationId', '=', organisationId)
    .where('m.userId', '=', batch.authorId)
    .executeTakeFirst();
  if (!author) return;
  const { totalCount, failedCount } = batch;
  const name = batch.name ?? batch.fileName;
  const outcome = await sendAccountMail(services, author.email, {
    subject: name ? `Your batch “${name}” is done` : 'Your batch is done',
    text: textOf(totalCount - failedCount, failedCount),
    action: { label: 'Open the batch', url: `${services.baseUrl}/o/${organisationId}/batches/${batchId}` },
  });
  if (outcome.state === 'unsent') throw new Error(`the notice was not sent: ${outcome.reason}`);
}

function textOf(issued: number, failed: number): string {
  const certificates = `${issued.toLocaleString('en')} ${issued === 1 ? 'certificate was' : 'certificates were'} issued.`;
  if (failed === 0) return certificates;
  return `${certificates} ${failed.toLocaleString('en')} could not be rendered, and ${failed === 1 ? 'its credit was' : 'their credits were'} refunded: you can retry them.`;
}
