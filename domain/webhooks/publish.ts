import { sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, database, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { iso } from '../shared/schemas.ts';
import { sealBody } from './delivery-body.ts';
import { enqueueDeliveries } from './enqueue.ts';
import type { Subject, WebhookEvent } from './schemas.ts';

/**
 * Publishes an event about each of these subjects to every webhook that chose it. Deliveries and their jobs commit in the caller's
 * transaction, with the change that the event reports: no event is lost, none reports what was rolled back.
 */
export async function publishEvents(
  em: EntityManager,
  services: Services,
  organisationId: string,
  event: WebhookEvent,
  subjects: readonly Subject[],
): Promise<void> {
  const webhooks = await listeners(em, { organisationId, event });
  const ids = webhooks.map(({ id }) => id);
  await createDeliveries(em, services, organisationId, ids, event, subjects);
}

/** Locked: one that is deleted meanwhile would fail the delivery, and so what the event reports. */
const listeners = statement((db, { organisationId, event }: Bound<{ organisationId: string; event: string }>) =>
  db
    .selectFrom('webhooks')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('events', '@>', sql<string[]>`array[${event}]`)
    .forKeyShare(),
);

/**
 * Makes the delivery of an event about each subject to each of these webhooks, whether they chose the event or not, with one
 * statement for all and one for their jobs. Gives the deliveries' ids.
 */
export async function createDeliveries(
  em: EntityManager,
  services: Services,
  organisationId: string,
  webhookIds: readonly string[],
  event: WebhookEvent | 'ping',
  subjects: readonly Subject[],
): Promise<string[]> {
  if (webhookIds.length === 0) return [];
  const now = services.now();
  const deliveries = subjects.flatMap(({ subjectId, data }) =>
    webhookIds.map((webhookId) => {
      const deliveryId = newId(now);
      const made = { organisationId, id: deliveryId, webhookId, event, subjectId, createdAt: now };
      const delivery = { ...made, status: 'PENDING' as const, attempts: 0 };
      const body = JSON.stringify({ event, deliveryId, createdAt: iso(now), data });
      const mac = macOf(services, 'webhook_deliveries', delivery);
      const sealed = sealBody(services, delivery, body);
      return { organisationId, id: deliveryId, webhookId, event, subjectId, body: sealed, mac };
    }),
  );
  await database(em)
    .insertInto('webhook_deliveries')
    .columns(['organisationId', 'id', 'webhookId', 'event', 'subjectId', 'body', 'mac', 'createdAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom(
        jsonRows(deliveries, {
          ...{ organisationId: 'uuid', id: 'uuid', webhookId: 'uuid', event: 'text', subjectId: 'uuid' },
          ...{ body: 'bytea', mac: 'bytea' },
        }),
      )
        .select(['r.organisationId', 'r.id', 'r.webhookId', 'r.event', 'r.subjectId', 'r.body', 'r.mac'])
        .select(val(now).as('createdAt')),
    )
    .execute();
  await enqueueDeliveries(
    em,
    deliveries.map(({ id, webhookId }) => ({ organisationId, webhookId, deliveryId: id })),
  );
  return deliveries.map(({ id }) => id);
}
