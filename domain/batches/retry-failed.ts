import { z } from 'zod';
import { Batch as BatchRow } from '../../database/entities/batch.ts';
import { Certificate } from '../../database/entities/certificate.ts';
import type { DomainContext } from '../context.ts';
import { notFound, validationError } from '../errors.ts';
import { Count, Uuid } from '../shared/schemas.ts';
import { createBatch } from './create.ts';

export const RetriedBatch = z.object({ id: Uuid.describe('The new batch'), totalCount: Count });

/**
 * Issues anew to the recipients of a finished batch whose certificates failed, as a batch of their own. Their credits were
 * given back when they failed, and are spent again.
 */
export async function retryFailed(
  context: DomainContext,
  { id }: { id: string },
): Promise<z.infer<typeof RetriedBatch>> {
  const { organisationId } = context;
  const batch = await context.em().findOne(BatchRow, { organisationId, id });
  if (!batch) throw notFound();
  const where = { organisationId, batchId: id, renderStatus: 'FAILED' as const };
  const failed = await context.em().find(Certificate, where, { orderBy: { id: 'asc' } });
  if (!batch.completedAt || failed.length === 0) {
    const message = batch.completedAt ? 'has no failed certificate' : 'is still being processed';
    throw validationError('The batch can not be tried again', [{ path: 'id', message }]);
  }
  const recipients = failed.map(({ variables, recipientEmail, externalId }) => ({
    variables,
    ...(recipientEmail && { recipientEmail }),
    ...(externalId && { externalId }),
  }));
  const { batchId, total } = await createBatch(context, { templateId: batch.templateId, recipients });
  return { id: batchId, totalCount: total };
}
