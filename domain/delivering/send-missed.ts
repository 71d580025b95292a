import { LockMode } from '@mikro-orm/core';
import { WebhookDelivery } from '../../database/entities/webhook.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type JobPayloads, runJobsNow } from '../../database/queue.ts';
import type { Services } from '../context.ts';
import { changeAuthentic, isAuthentic } from '../shared/authentic-rows.ts';
import { enqueueDeliveries } from '../webhooks/enqueue.ts';

/** Deliveries per transaction, so that their rows are locked only briefly. */
const CHUNK = 200;

/**
 * Repeats the deliveries of a webhook that failed or were missed, in the order of their events, with the same ids and bodies. Those that
 * wait for a further attempt are due immediately. A run that follows one that died continues: what was queued is pending or has ended.
 */
export async function sendMissed(
  services: Services,
  { firstId, lastId, ...key }: JobPayloads['send-missed'],
): Promise<void> {
  for (let from = firstId, isFirst = true; ; isFirst = false) {
    const range = isFirst ? { $gte: from, $lte: lastId } : { $gt: from, $lte: lastId };
    const last = await services.em().transactional((em) => sendChunk(em, services, { ...key, id: range }));
    if (last === null) return;
    from = last;
  }
}

interface Chunk {
  organisationId: string;
  webhookId: string;
  id: { $gte?: string; $gt?: string; $lte: string };
}

/** Queues one chunk. Returns the id of its last delivery; null for an empty chunk. */
async function sendChunk(em: EntityManager, services: Services, chunk: Chunk): Promise<string | null> {
  const rows = await em.find(
    WebhookDelivery,
    { ...chunk, status: { $ne: 'SUCCEEDED' } },
    { orderBy: { id: 'asc' }, limit: CHUNK, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const ended = rows.filter((row) => row.status !== 'PENDING' && isGenuine(services, row));
  for (const row of ended)
    changeAuthentic(services, 'webhook_deliveries', row, () => {
      row.status = 'PENDING';
      row.attempts = 0;
    });
  await em.flush();
  await enqueueDeliveries(
    em,
    ended.map(({ organisationId, webhookId, id: deliveryId }) => ({ organisationId, webhookId, deliveryId })),
  );
  const waiting = rows.filter((row) => row.status === 'PENDING' && !ended.includes(row)).map(({ id }) => id);
  if (waiting.length > 0) await runJobsNow(em, 'deliver-webhook', 'deliveryId', waiting);
  return rows.at(-1)?.id ?? null;
}

/** Returns false for a delivery that was changed outside Laurel, and logs a security event. */
function isGenuine(services: Services, row: WebhookDelivery): boolean {
  if (isAuthentic(services, 'webhook_deliveries', row)) return true;
  const { organisationId, id } = row;
  services.meter.security('a delivery was not sent: its row was changed outside Laurel', { organisationId, id });
  return false;
}
