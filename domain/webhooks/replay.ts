import { LockMode } from '@mikro-orm/core';
import { Webhook, WebhookDelivery } from '../../database/entities/webhook.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound, refusal } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';
import { enqueueDeliveries } from './enqueue.ts';

/** Repeats an ended delivery with the same id and body and all attempts. CONFLICT if its webhook is disabled. */
export async function replayDelivery(context: ActingContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  const { organisationId } = context;
  await context.em().transactional(async (em) => {
    const where = { organisationId, id: deliveryId, status: { $ne: 'PENDING' as const } };
    const row = await em.findOne(WebhookDelivery, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    const { webhookId: id, eventPosition } = row;
    const isDisabled = (await em.count(Webhook, { organisationId, id, status: 'DISABLED' })) > 0;
    if (isDisabled && eventPosition !== null) throw refusal('webhook_disabled');
    changeAuthentic(context, 'webhook_deliveries', row, () => {
      row.status = 'PENDING';
      row.attempts = 0;
    });
    await em.flush();
    await enqueueDeliveries(em, [{ organisationId, webhookId: row.webhookId, deliveryId }]);
    await recordAction(em, context, { action: 'webhooks.replay', subject: deliveryId });
  });
}
