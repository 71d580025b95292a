import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import type { Breach } from './breach.ts';

/**
 * One `certificate.ready` per certificate and one `batch.completed` per batch for each webhook that chose them. The log
 * reaches 30 days back, and says nothing of what was before the webhook took its present form.
 */
export async function eventBreaches(services: Services): Promise<Breach[]> {
  const { rows } = await sql<{ organisation_id: string; id: string; event: string; webhook_id: string; told: string }>`
    with due as (
      select organisation_id, id, 'certificate.ready' as event, sealed_at as at
      from certificates where render_status = 'COMPLETED' and sealed_at > now() - interval '29 days'
      union all
      select organisation_id, id, 'batch.completed', completed_at
      from batches where completed_at > now() - interval '29 days'
    )
    select due.organisation_id, due.id, due.event, w.id as webhook_id, count(d.id) as told
    from due
    join webhooks w on w.organisation_id = due.organisation_id and w.events @> array[due.event]
    left join webhook_deliveries d on d.organisation_id = due.organisation_id and d.subject_id = due.id
      and d.webhook_id = w.id and d.event = due.event
    group by due.organisation_id, due.id, due.event, due.at, w.id, w.updated_at
    having count(d.id) > 1 or (count(d.id) = 0 and due.at > w.updated_at + interval '1 minute')`.execute(
    database(services.em()),
  );
  return rows.map(({ organisation_id, id, event, webhook_id, told }) => ({
    invariant: 'events',
    organisationId: organisation_id,
    id,
    message: `${event} was told ${told} times to the webhook ${webhook_id}`,
  }));
}
