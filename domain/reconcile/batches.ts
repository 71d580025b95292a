import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import type { Breach } from './breach.ts';

/** A batch's counts equal those of its certificates; it is COMPLETED when, and only when, nothing is pending. */
export async function batchBreaches(services: Services): Promise<Breach[]> {
  const { rows } = await sql<{ organisation_id: string; id: string; counted: string; actual: string }>`
    select organisation_id, id, counted, actual from (
      select b.organisation_id, b.id,
        format('%s of %s processed, %s failed, %s', b.processed_count, b.total_count, b.failed_count,
          case when b.completed_at is null then 'PROCESSING' else 'COMPLETED' end) as counted,
        format('%s of %s processed, %s failed, %s',
          count(*) filter (where c.render_status in ('COMPLETED', 'FAILED')), count(c.id),
          count(*) filter (where c.render_status = 'FAILED'),
          case when count(*) filter (where c.render_status in ('PENDING', 'RENDERING')) > 0
            then 'PROCESSING' else 'COMPLETED' end) as actual
      from batches b
      left join certificates c on c.organisation_id = b.organisation_id and c.batch_id = b.id
      group by b.organisation_id, b.id
    ) counts
    where counted <> actual`.execute(database(services.em()));
  return rows.map(({ organisation_id, id, counted, actual }) => ({
    invariant: 'batches',
    organisationId: organisation_id,
    id,
    message: `the batch says ${counted}; its certificates say ${actual}`,
  }));
}
