import { sql } from 'kysely';
import { Webhook as WebhookRow } from '../../database/entities/webhook.ts';
import { type EntityManager, IsolationLevel } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isShowable } from '../events/show.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { bodyOf } from './project-payload.ts';
import { type Delivery, type Webhook, WebhookEvent } from './schemas.ts';

/** Returns a webhook without its secret, which is never shown again. */
export async function getWebhook(context: DomainContext, { id }: { id: string }): Promise<Webhook> {
  const row = await context.em().findOne(WebhookRow, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  return toView(row);
}

/** Returns all webhooks of an organisation, newest first. */
export async function listWebhooks(context: DomainContext): Promise<{ webhooks: Webhook[] }> {
  const { organisationId } = context;
  const rows = await context.em().find(WebhookRow, { organisationId }, { orderBy: { id: 'desc' } });
  return { webhooks: rows.map(toView) };
}

export function toView(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: WebhookEvent.array().parse(row.events),
    retry: row.retry,
    status: row.status,
    errorCount: row.errorCount,
    lastSuccessAt: isoOrNull(row.lastSuccessAt),
    disabledAt: isoOrNull(row.disabledAt),
    previousSecretUntil: isoOrNull(row.previousSecretUntil),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

const SHOWN = 50;

/** Returns a webhook's last 50 deliveries with all their attempts, newest first. Deliveries are kept for 30 days. */
export async function listDeliveries(context: DomainContext, { id }: { id: string }): Promise<Delivery[]> {
  await getWebhook(context, { id });
  // In one snapshot, so that a delivery's status agrees with its attempts.
  return context.em().transactional((em) => readDeliveries(em, context, id), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

async function readDeliveries(em: EntityManager, context: DomainContext, id: string): Promise<Delivery[]> {
  const db = database(em);
  const { organisationId } = context;
  const deliveries = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhookId', 'event', 'eventPosition', 'status', 'createdAt'])
    .where('organisationId', '=', organisationId)
    .where('webhookId', '=', id)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  if (deliveries.length === 0) return [];
  const positions = deliveries.flatMap(({ eventPosition }) => eventPosition ?? []);
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('position', '=', sql<number>`any(${positions}::int8[])`)
    .execute();
  const shown = new Map(events.filter((event) => isShowable(context, event)).map((event) => [event.position, event]));
  const attempts = await db
    .selectFrom('webhook_attempts')
    .select(['deliveryId', 'attemptedAt', 'durationMs', 'status', 'response', 'error'])
    .where('organisationId', '=', organisationId)
    .where(
      'deliveryId',
      'in',
      deliveries.map((delivery) => delivery.id),
    )
    .orderBy('id')
    .execute();
  return deliveries.flatMap((delivery) => {
    const { id, event, status, createdAt, eventPosition } = delivery;
    const of = eventPosition === null ? null : shown.get(eventPosition);
    if (of === undefined) return [];
    const own = attempts.filter(({ deliveryId }) => deliveryId === id);
    return {
      ...{ id, event, status, body: bodyOf(context, delivery, of), createdAt: iso(createdAt) },
      attempts: own.map(({ deliveryId: _, attemptedAt, ...attempt }) => ({
        ...attempt,
        attemptedAt: iso(attemptedAt),
      })),
    };
  });
}
