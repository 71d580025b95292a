import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { publishEvent } from '../webhooks/publish.ts';

/** Whoever has waited so long for a batch has left its page: an e-mail tells them. */
const PATIENCE_MS = 60_000;

/**
 * Counts a certificate as processed where it belongs to a batch, in the transaction that ends its rendering. The row's lock makes exactly
 * one caller the last: that one completes the batch and publishes its event. Call it last, the lock is what workers wait for.
 */
export async function countProcessed(
  em: EntityManager,
  services: Services,
  { organisationId, batchId }: { organisationId: string; batchId?: string | null },
  { failed }: { failed: boolean },
): Promise<void> {
  if (!batchId) return;
  const [batch] = await addProcessed(em, { organisationId, batchId, failed: failed ? 1 : 0, now: services.now() });
  if (!batch?.completedAt) return;
  const { totalCount, processedCount, failedCount, createdAt, completedAt } = batch;
  const durationMs = completedAt.getTime() - createdAt.getTime();
  if (batch.authorId && durationMs > PATIENCE_MS)
    await enqueue(em, 'mail-batch-notice', [{ payload: { organisationId, batchId } }]);
  await publishEvent(em, services, organisationId, {
    event: 'batch.completed',
    subjectId: batchId,
    data: {
      batchId,
      status: 'COMPLETED',
      totalCount,
      processedCount,
      failedCount,
      durationMs,
    },
  });
}

interface Processed {
  organisationId: string;
  batchId: string;
  failed: number;
  now: Date;
}

const addProcessed = statement((db, { organisationId, batchId, failed, now }: Bound<Processed>) =>
  db
    .updateTable('batches')
    .set(({ eb }) => ({
      processedCount: eb('processedCount', '+', 1),
      failedCount: eb('failedCount', '+', failed),
      completedAt: sql<Date | null>`case when processed_count + 1 = total_count then ${now}::timestamptz end`,
    }))
    .where('organisationId', '=', organisationId)
    .where('id', '=', batchId)
    .returning(['totalCount', 'processedCount', 'failedCount', 'createdAt', 'completedAt', 'authorId']),
);
