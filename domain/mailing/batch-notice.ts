import { Batch } from '../../database/entities/batch.ts';
import { findAccount } from '../access/accounts.ts';
import type { Services } from '../context.ts';
import type { AccountMail } from '../emails/account-mail.ts';
import { roleOf } from '../members/members.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';

/** The mail that notifies the author of a completed batch. Returns null if the author is no member any more. */
export async function batchNotice(
  services: Services,
  { organisationId, batchId }: { organisationId: string; batchId: string },
): Promise<AccountMail | null> {
  const batch = await services.em().findOne(Batch, { organisationId, id: batchId, completedAt: { $ne: null } });
  if (!batch?.authorId) return null;
  assertAuthentic(services, 'batches', batch);
  const { authorId: userId } = batch;
  if (!(await roleOf(services, { organisationId, userId }))) return null;
  const author = await findAccount(services, userId);
  if (!author) return null;
  const { totalCount, failedCount } = batch;
  const name = batch.name ?? batch.fileName;
  return {
    address: author.email,
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
