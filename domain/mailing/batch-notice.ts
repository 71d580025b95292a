import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { AccountMail } from '../emails/account-mail.ts';

/** The mail that notifies the author of a completed batch. Returns null if the author is no member any more. */
export async function batchNotice(
  services: Services,
  { organisationId, batchId }: { organisationId: string; batchId: string },
): Promise<AccountMail | null> {
  const db = database(services.em());
  const batch = await db
    .selectFrom('batches as b')
    .innerJoin('members as m', (join) =>
      join.onRef('m.organisationId', '=', 'b.organisationId').onRef('m.userId', '=', 'b.authorId'),
    )
    .innerJoin('auth.user as u', 'u.id', 'm.userId')
    .select(['b.name', 'b.fileName', 'b.totalCount', 'b.failedCount', 'u.email'])
    .where('b.organisationId', '=', organisationId)
    .where('b.id', '=', batchId)
    .where('b.completedAt', 'is not', null)
    .executeTakeFirst();
  if (!batch) return null;
  const { totalCount, failedCount } = batch;
  const name = batch.name ?? batch.fileName;
  return {
    address: batch.email,
    notice: {
      subject: name ? `Your batch “${name}” is done` : 'Your batch is done',
      text: textOf(totalCount - failedCount, failedCount),
      action: { label: 'Open the batch', url: `${services.baseUrl}/o/${organisationId}/batches/${batchId}` },
    },
  };
}

function textOf(issued: number, failed: number): string {
  const certificates = `${issued.toLocaleString('en')} ${issued === 1 ? 'certificate was' : 'certificates were'} issued.`;
  if (failed === 0) return certificates;
  return `${certificates} ${failed.toLocaleString('en')} could not be rendered, and ${failed === 1 ? 'its credit was' : 'their credits were'} refunded: you can retry them.`;
}
