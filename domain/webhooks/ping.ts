import { Webhook } from '../../database/entities/webhook.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { tellWebhook } from './emit.ts';

/** Sends a webhook a `ping`, so that a person sees whether its receiver answers; gives the delivery's id. */
export async function pingWebhook(context: DomainContext, { id }: { id: string }): Promise<{ deliveryId: string }> {
  const { organisationId } = context;
  return context.em().transactional(async (em) => {
    if ((await em.count(Webhook, { organisationId, id })) === 0) throw notFound();
    const data = { webhookId: id };
    return { deliveryId: await tellWebhook(em, context, organisationId, id, { event: 'ping', subjectId: null, data }) };
  });
}
