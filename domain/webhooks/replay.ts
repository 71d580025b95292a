import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { enqueueDeliveries } from './enqueue.ts';

/** Makes a delivery that has ended once more: the same id, the same body, three attempts. */
export async function replayDelivery(context: ActingContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  const { organisationId } = context;
  await context.em().transactional(async (em) => {
    const row = await database(em)
      .updateTable('webhook_deliveries')
      .set({ status: 'PENDING', attempts: 0 })
      .where('organisationId', '=', organisationId)
      .where('id', '=', deliveryId)
      .where('status', '<>', 'PENDING')
      .returning('webhookId')
      .executeTakeFirst();
    if (!row) throw notFound();
    await enqueueDeliveries(em, [{ organisationId, webhookId: row.webhookId, deliveryId }]);
    await recordAction(em, context, { action: 'webhooks.replay', subject: deliveryId });
  });
}
