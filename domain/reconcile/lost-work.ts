import { sql } from 'kysely';
import { database, QUEUE_SCHEMAS, type Queue } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import type { Breach } from './breach.ts';

/** What was promised and has no job any more would never happen. */
export async function lostWork(services: Services): Promise<Breach[]> {
  const db = database(services.em());
  const jobs = (queue: Queue) => sql`${sql.id(QUEUE_SCHEMAS[queue])}._private_jobs`;
  const { rows } = await sql<{ organisation_id: string; id: string; message: string }>`
    select c.organisation_id, c.id, 'the certificate is ' || c.render_status || ' and no job renders it' as message
    from certificates c
    where c.render_status in ('PENDING', 'RENDERING')
      and not exists (select from ${jobs('renders')} j where j.payload->>'certificateId' = c.id::text)
    union all
    select e.organisation_id, e.id, 'the e-mail is ' || e.status || ' and no job sends it'
    from emails e
    join certificates c on c.organisation_id = e.organisation_id and c.id = e.certificate_id
    where e.status in ('QUEUED', 'SENDING') and c.render_status in ('COMPLETED', 'FAILED')
      and not exists (select from ${jobs('tasks')} j where j.payload->>'emailId' = e.id::text)
    union all
    select d.organisation_id, d.id, 'the delivery is PENDING and no job makes it'
    from webhook_deliveries d
    where d.status = 'PENDING'
      and not exists (select from ${jobs('webhooks')} j where j.payload->>'deliveryId' = d.id::text)`.execute(db);
  return rows.map(({ organisation_id: organisationId, id, message }) => ({
    invariant: 'work',
    organisationId,
    id,
    message,
  }));
}
