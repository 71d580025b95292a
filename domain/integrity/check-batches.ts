import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { Violation } from './types.ts';

/** Checks that a batch's counts equal those of its certificates, and that it is COMPLETED exactly when no certificate is pending. */
export async function batchViolations(services: Services): Promise<Violation[]> {
  const db = database(services.em());
  const counts = db
    .selectFrom('batches as b')
    .leftJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 'b.organisationId').onRef('c.batchId', '=', 'b.id'),
    )
    .select([
      'b.organisationId',
      'b.id',
      sql<string>`format('%s of %s processed, %s failed, %s', b.processed_count, b.total_count, b.failed_count,
        case when b.completed_at is null then 'PROCESSING' else 'COMPLETED' end)`.as('counted'),
      sql<string>`format('%s of %s processed, %s failed, %s',
        count(*) filter (where c.render_status in ('COMPLETED', 'FAILED')), count(c.id),
        count(*) filter (where c.render_status = 'FAILED'),
        case when count(*) filter (where c.render_status in ('PENDING', 'RENDERING')) > 0
          then 'PROCESSING' else 'COMPLETED' end)`.as('actual'),
    ])
    .groupBy(['b.organisationId', 'b.id']);
  const rows = await db.selectFrom(counts.as('counts')).selectAll().whereRef('counted', '<>', 'actual').execute();
  return rows.map(({ organisationId, id, counted, actual }) => ({
    invariant: 'batches',
    organisationId,
    id,
    message: `the batch has ${counted}, but its certificates have ${actual}`,
  }));
}
