import { LockMode } from '@mikro-orm/core';
import { Webhook as WebhookRow } from '../../database/entities/webhook.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { toView } from '../webhooks/read.ts';
import type { EnableWebhook, Webhook } from '../webhooks/schemas.ts';

/** Time in ms of all attempts at a delivery. The first failed attempt belongs to a delivery that is at most as old. */
const ATTEMPTS_MS = 24 * 60 * 60 * 1000;

/**
 * Enables a disabled webhook, and queues what it missed if asked to: deliveries that failed or were due while it was disabled. A second
 * call changes nothing.
 */
export async function enableWebhook(context: ActingContext, { id, sendMissed }: EnableWebhook): Promise<Webhook> {
  const { organisationId } = context;
  return context.em().transactional(async (em) => {
    const row = await em.findOne(WebhookRow, { organisationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    if (row.status !== 'DISABLED') return toView(row);
    assertAuthentic(context, 'webhooks', row);
    const { failingSince } = row;
    em.assign(row, { status: 'ACTIVE', errorCount: 0, failingSince: null, disabledAt: null });
    await em.flush();
    if (sendMissed && failingSince) await queueMissed(em, row, new Date(failingSince.getTime() - ATTEMPTS_MS));
    await recordAction(em, context, { action: 'webhooks.enable', subject: id });
    return toView(row);
  });
}

/** Queues one job for the deliveries since a time that have neither succeeded nor are new. */
async function queueMissed(
  em: EntityManager,
  { organisationId, id: webhookId }: WebhookRow,
  since: Date,
): Promise<void> {
  const end = (order: 'asc' | 'desc') =>
    database(em)
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('organisationId', '=', organisationId)
      .where('webhookId', '=', webhookId)
      .where('createdAt', '>=', since)
      .where('status', '<>', 'SUCCEEDED')
      .orderBy('id', order)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = [await end('asc'), await end('desc')];
  if (!first || !last) return;
  await enqueue(em, 'send-missed', [{ payload: { organisationId, webhookId, firstId: first.id, lastId: last.id } }]);
}
