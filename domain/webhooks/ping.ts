import { Webhook } from '../../database/entities/webhook.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { createDeliveries } from './create-deliveries.ts';

/** Sends a `ping` to a webhook, to test whether its receiver answers. Returns the delivery's id. */
export async function pingWebhook(context: ActingContext, { id }: { id: string }): Promise<{ deliveryId: string }> {
  const { organisationId } = context;
  return context.em().transactional(async (em) => {
    if ((await em.count(Webhook, { organisationId, id })) === 0) throw notFound();
    await recordAction(em, context, { action: 'webhooks.ping', subject: id });
    const ping = { organisationId, webhookId: id, event: 'ping', subjectId: null, eventPosition: null };
    const [deliveryId = ''] = await createDeliveries(em, context, [{ ...ping, createdAt: context.now() }]);
    return { deliveryId };
  });
}
