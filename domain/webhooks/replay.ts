import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { enqueueDeliveries } from './enqueue.ts';

/** Makes a delivery that has ended once more: the same id, the same body, three attempts. */
export async function replayDelivery(context: ActingContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  const { organisationId } = context;
  await context.em().transactional(async (em) => {
    const { rows } = await sql<{ webhook_id: string }>`
      update webhook_deliveries set status = 'PENDING', attempts = 0
      where organisation_id = ${organisationId} and id = ${deliveryId} and status <> 'PENDING'
      returning webhook_id`.execute(database(em));
    const [row] = rows;
    if (!row) throw notFound();
    await enqueueDeliveries(em, [{ organisationId, webhookId: row.webhook_id, deliveryId }]);
    await recordAction(em, context, { action: 'webhooks.replay', subject: deliveryId });
  });
}
