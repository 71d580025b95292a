import { Webhook, WebhookDelivery } from '../../database/entities/webhook.ts';
import { database } from '../../database/sql.ts';
import { withoutFileTokens } from '../addresses/link-file.ts';
import type { Services } from '../context.ts';
import { type EventRow, isAuthenticEvent } from '../events/seal.ts';
import { assertAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { bodyOf } from '../webhooks/project-payload.ts';
import { signatureHeaders } from '../webhooks/sign.ts';
import { recordAttempt, recordMissed } from './record-attempt.ts';

interface Key {
  organisationId: string;
  deliveryId: string;
}

/**
 * Makes one attempt at a delivery, records it, and queues the next attempt if it failed and attempts remain. If the process dies, the
 * attempt is repeated with the same delivery id. Makes no attempt at a disabled webhook.
 */
export async function deliverWebhook(services: Services, { organisationId, deliveryId }: Key): Promise<void> {
  const em = services.em();
  const delivery = await em.findOne(WebhookDelivery, { organisationId, id: deliveryId });
  if (delivery?.status !== 'PENDING') return;
  const webhook = await em.findOneOrFail(Webhook, { organisationId, id: delivery.webhookId });
  assertAuthentic(services, 'webhook_deliveries', delivery);
  assertAuthentic(services, 'webhooks', webhook);
  // A ping also tests a webhook before it is enabled.
  if (webhook.status === 'DISABLED' && delivery.eventPosition !== null) return recordMissed(services, delivery);
  const body = bodyOf(services, delivery, await eventOf(services, delivery));
  const at = services.now();
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Laurel-Webhooks/1',
    'X-Service-Event': delivery.event,
    'X-Service-Delivery': delivery.id,
    ...signatureHeaders(secretsOf(services, webhook, at), { deliveryId, body, at }),
  };
  const { response, ...result } = await services.egress.post(webhook.url, headers, body);
  // A receiver may send the event back, and no table has the addresses of files.
  const kept = response === null ? null : withoutFileTokens(response, body);
  await recordAttempt(services, { webhook, delivery, result: { ...result, response: kept }, at });
}

/** Reads the event of a delivery; null for a ping. */
async function eventOf(
  services: Services,
  { organisationId, eventPosition }: WebhookDelivery,
): Promise<EventRow | null> {
  if (eventPosition == null) return null;
  const event = await database(services.em())
    .selectFrom('events')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('position', '=', eventPosition)
    .executeTakeFirst();
  if (!event || !isAuthenticEvent(services, event)) throw new NotAuthenticError('events');
  return event;
}

function secretsOf(services: Services, webhook: Webhook, at: Date): [string, string?] {
  const current = services.vault.open(webhook.secret);
  const { previousSecret, previousSecretUntil } = webhook;
  if (!previousSecret || !previousSecretUntil || previousSecretUntil <= at) return [current];
  return [current, services.vault.open(previousSecret)];
}
