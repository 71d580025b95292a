import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import { iso } from '../shared/schemas.ts';
import { enqueueDeliveries } from './enqueue.ts';
import type { Occurrence } from './schemas.ts';

/**
 * Tells every webhook that chose the event. Deliveries and their jobs commit in the caller's transaction, with the change
 * that the event tells of: no event is lost, none is told of what was rolled back.
 */
export async function emitEvent(
  em: EntityManager,
  services: Services,
  organisationId: string,
  occurrence: Occurrence,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks where organisation_id = ${organisationId} and events @> array[${occurrence.event}]`.execute(
    database(em),
  );
  for (const { id } of rows) await tellWebhook(em, services, organisationId, id, occurrence);
}

/** Makes the delivery of one event to one webhook, whether it chose the event or not; gives the delivery's id. */
export async function tellWebhook(
  em: EntityManager,
  services: Services,
  organisationId: string,
  webhookId: string,
  { event, subjectId, data }: Occurrence,
): Promise<string> {
  const deliveryId = uuidv7();
  const now = services.now();
  const body = JSON.stringify({ event, deliveryId, createdAt: iso(now), data });
  await sql`
    insert into webhook_deliveries (organisation_id, id, webhook_id, event, subject_id, body, created_at)
    values (${organisationId}, ${deliveryId}, ${webhookId}, ${event}, ${subjectId}, ${body}, ${now})`.execute(
    database(em),
  );
  await enqueueDeliveries(em, [{ organisationId, webhookId, deliveryId }]);
  return deliveryId;
}
