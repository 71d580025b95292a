import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import { publishEvent } from '../webhooks/publish.ts';

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
  const now = services.now();
  const { rows } = await sql<{
    total_count: number;
    processed_count: number;
    failed_count: number;
    created_at: string;
    completed_at: string | null;
  }>`
    update batches set processed_count = processed_count + 1, failed_count = failed_count + ${failed ? 1 : 0},
      completed_at = case when processed_count + 1 = total_count then ${now}::timestamptz end
    where organisation_id = ${organisationId} and id = ${batchId}
    returning total_count, processed_count, failed_count, created_at, completed_at`.execute(database(em));
  const [batch] = rows;
  if (!batch?.completed_at) return;
  await publishEvent(em, services, organisationId, {
    event: 'batch.completed',
    subjectId: batchId,
    data: {
      batchId,
      status: 'COMPLETED',
      totalCount: batch.total_count,
      processedCount: batch.processed_count,
      failedCount: batch.failed_count,
      durationMs: new Date(batch.completed_at).getTime() - new Date(batch.created_at).getTime(),
    },
  });
}
