import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
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
  const webhooks = await database(em)
    .selectFrom('webhooks')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('events', '@>', sql<string[]>`array[${occurrence.event}]`)
    .execute();
  for (const { id } of webhooks) await tellWebhook(em, services, organisationId, id, occurrence);
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
  await database(em)
    .insertInto('webhook_deliveries')
    .values({ organisationId, id: deliveryId, webhookId, event, subjectId, body, createdAt: now })
    .execute();
  await enqueueDeliveries(em, [{ organisationId, webhookId, deliveryId }]);
  return deliveryId;
}
