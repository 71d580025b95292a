import { sql } from 'kysely';
import { Webhook, WebhookDelivery } from '../../database/entities/webhook.ts';
import { addedSpecs, jobSpecs } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { type EventRow, isAuthenticEvent } from '../events/seal.ts';
import type { EgressResult } from '../ports/egress.ts';
import { assertAuthentic, macOf, NotAuthenticError } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { attemptJob } from './enqueue.ts';
import { bodyOf } from './project-payload.ts';
import { signatureHeaders } from './sign.ts';

/** Delays in ms after the first and second failure (specification 6.5). The third attempt is the last. */
const BACK_OFF = [1000, 2000];
/** Maximum characters of a logged response. */
const LOGGED = 2000;

interface Key {
  organisationId: string;
  deliveryId: string;
}

/**
 * Makes one attempt at a delivery, records it, and queues the next attempt if it failed and attempts remain. If the process dies, the
 * attempt is repeated with the same delivery id.
 */
export async function deliverWebhook(services: Services, { organisationId, deliveryId }: Key): Promise<void> {
  const em = services.em();
  const delivery = await em.findOne(WebhookDelivery, { organisationId, id: deliveryId });
  if (delivery?.status !== 'PENDING') return;
  const webhook = await em.findOneOrFail(Webhook, { organisationId, id: delivery.webhookId });
  assertAuthentic(services, 'webhook_deliveries', delivery);
  assertAuthentic(services, 'webhooks', webhook);
  const body = bodyOf(services, delivery, await eventOf(services, delivery));
  const at = services.now();
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Laurel-Webhooks/1',
    'X-Service-Event': delivery.event,
    'X-Service-Delivery': delivery.id,
    ...signatureHeaders(secretsOf(services, webhook, at), { deliveryId, body, at }),
  };
  const result = await services.egress.post(webhook.url, headers, body);
  await record(services, delivery, result, at);
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

/** Records the attempt, its outcome and the next attempt's job in one statement, so that many concurrent failures do not delay retries. */
async function record(services: Services, delivery: WebhookDelivery, result: EgressResult, at: Date): Promise<void> {
  const { organisationId, webhookId, id } = delivery;
  const succeeded = result.status !== null && result.status >= 200 && result.status < 300;
  const wait = succeeded ? undefined : BACK_OFF[delivery.attempts];
  const status = succeeded ? 'SUCCEEDED' : wait === undefined ? 'FAILED' : 'PENDING';
  const attempts = delivery.attempts + 1;
  const mac = macOf(services, 'webhook_deliveries', { ...delivery, status, attempts });
  const next = { organisationId, webhookId, deliveryId: id };
  const runAt = new Date(services.jobTime().getTime() + (wait ?? 0));
  const specs = jobSpecs('deliver-webhook', [{ ...attemptJob(next), runAt }]);
  await database(services.em())
    // A run that was presumed dead can still end. Only one of the runs counts.
    .with('counted', (db) =>
      db
        .updateTable('webhook_deliveries')
        .set({ attempts, status, mac })
        .where('organisationId', '=', organisationId)
        .where('id', '=', id)
        .where('status', '=', 'PENDING')
        .where('attempts', '=', delivery.attempts)
        .returning('id'),
    )
    .with('attempted', (db) =>
      db.insertInto('webhook_attempts').values({
        organisationId,
        deliveryId: id,
        id: newId(at),
        attemptedAt: at,
        durationMs: result.durationMs,
        status: result.status,
        response: result.response?.slice(0, LOGGED) ?? null,
        error: result.error,
      }),
    )
    // A success makes a webhook active again. A webhook that is already active is not written.
    .with('judged', (db) =>
      db
        .updateTable('webhooks')
        .set(({ eb }) =>
          succeeded ? { status: 'ACTIVE', errorCount: 0 } : { status: 'ERROR', errorCount: eb('errorCount', '+', 1) },
        )
        .where('organisationId', '=', organisationId)
        .where('id', '=', webhookId)
        .where(({ eb, or, lit }) =>
          succeeded ? or([eb('status', '<>', 'ACTIVE'), eb('errorCount', '<>', 0)]) : lit(status === 'FAILED'),
        )
        .where(({ exists, selectFrom }) => exists(selectFrom('counted').select('id'))),
    )
    .selectFrom('counted')
    .select(status === 'PENDING' ? addedSpecs('deliver-webhook', sql.val(specs)).as('jobs') : 'id')
    .execute();
}
