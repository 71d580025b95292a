import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import { inOrganisation, type Services } from '../context.ts';
import { requestAccountEmail } from '../emails/request-account-email.ts';
import type { NewEvent } from '../events/types.ts';

/** Batches that took longer than this notify their author by e-mail. */
const PATIENCE_MS = 60_000;

interface Counted {
  organisationId: string;
  batchId: string;
  /** Numbers of certificates that have completed and failed. */
  completed: number;
  failed: number;
}

/**
 * Counts certificates of a batch as processed, in the transaction that ends their rendering. The row's lock makes exactly one caller the
 * last, which completes the batch and publishes the returned event. Call it late, because workers wait for the lock.
 */
export async function countProcessed(em: EntityManager, services: Services, counted: Counted): Promise<NewEvent[]> {
  const { organisationId, batchId } = counted;
  // Certificates of several organisations are completed together, and a sandbox can be ahead of the others.
  const context = inOrganisation(services, organisationId);
  const [batch] = await addProcessed(em, { ...counted, now: context.now() });
  if (!batch?.completedAt) return [];
  const { totalCount, processedCount, failedCount, createdAt, completedAt } = batch;
  const durationMs = completedAt.getTime() - createdAt.getTime();
  if (batch.authorId && durationMs > PATIENCE_MS)
    await requestAccountEmail(em, services, { kind: 'BATCH_NOTICE', organisationId, subjectId: batchId });
  const data = { batchId, status: 'COMPLETED' as const, totalCount, processedCount, failedCount, durationMs };
  return [{ type: 'batch.completed', organisationId, subjectId: batchId, data, fileKey: null }];
}

const addProcessed = statement((db, value: Bound<Counted & { now: Date }>) => {
  const processed = sql<number>`processed_count + ${value.completed}::int + ${value.failed}::int`;
  return db
    .updateTable('batches')
    .set(({ eb }) => ({
      processedCount: processed,
      failedCount: eb('failedCount', '+', value.failed),
      completedAt: sql<Date | null>`case when ${processed} = total_count then ${value.now}::timestamptz end`,
    }))
    .where('organisationId', '=', value.organisationId)
    .where('id', '=', value.batchId)
    .returning(['totalCount', 'processedCount', 'failedCount', 'createdAt', 'completedAt', 'authorId']);
});
