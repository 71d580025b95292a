import { sql } from 'kysely';
import type { Webhook, WebhookDelivery } from '../../database/entities/webhook.ts';
import type { EntityManager } from '../../database/orm.ts';
import { addedSpecs, jobSpecs } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { EgressResult } from '../ports/egress.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { attemptJob } from '../webhooks/enqueue.ts';
import type { Retry } from '../webhooks/schemas.ts';
import { disableWebhook, isHopeless } from './disable.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays in ms after the failed attempts of the contract (specification 6.5). */
const CONTRACT = [1 * SECOND, 2 * SECOND];
const CONTRACT_ATTEMPTS = CONTRACT.length + 1;

/** Delays in ms after each failed attempt. A delivery whose attempts have all failed is `FAILED`. */
const BACK_OFF: Readonly<Record<Retry, readonly number[]>> = {
  contract: CONTRACT,
  day: [...CONTRACT, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 16 * HOUR],
};

/** Maximum characters of a logged response. */
const LOGGED = 2000;

interface Attempt {
  /** The webhook and the delivery as they were before the attempt. */
  webhook: Webhook;
  delivery: WebhookDelivery;
  result: EgressResult;
  at: Date;
}

/** Records an attempt, its outcome and the next attempt's job. Disables a webhook that has failed for too long. */
export async function recordAttempt(services: Services, attempt: Attempt): Promise<void> {
  const em = services.em();
  if (isSuccess(attempt.result) || !isHopeless(attempt.webhook, attempt.at)) return record(em, services, attempt);
  await em.transactional(async (transaction) => {
    await record(transaction, services, attempt);
    if (attempt.delivery.attempts + 1 >= CONTRACT_ATTEMPTS)
      await disableWebhook(transaction, services, attempt.webhook, attempt.at);
  });
}

const isSuccess = ({ status }: EgressResult): boolean => status !== null && status >= 200 && status < 300;

/** Records everything in one statement, so that many concurrent failures do not delay retries. */
async function record(
  em: EntityManager,
  services: Services,
  { webhook, delivery, result, at }: Attempt,
): Promise<void> {
  const { organisationId, webhookId, id } = delivery;
  const succeeded = isSuccess(result);
  const wait = succeeded ? undefined : BACK_OFF[webhook.retry][delivery.attempts];
  const status = succeeded ? 'SUCCEEDED' : wait === undefined ? 'FAILED' : 'PENDING';
  const attempts = delivery.attempts + 1;
  const next = { organisationId, webhookId, deliveryId: id };
  const runAt = new Date(services.jobTime().getTime() + (wait ?? 0));
  const specs = jobSpecs('deliver-webhook', [{ ...attemptJob(next), runAt }]);
  await database(em)
    .with('counted', (db) => changed(db, services, delivery, { status, attempts }))
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
    .with('judged', (db) =>
      (succeeded ? recovered(db, at) : troubled(db, { at, isInError: attempts === CONTRACT_ATTEMPTS }))
        .where('organisationId', '=', organisationId)
        .where('id', '=', webhookId)
        .where(sql<boolean>`exists (select from counted)`),
    )
    .selectFrom('counted')
    .select(status === 'PENDING' ? addedSpecs('deliver-webhook', sql.val(specs)).as('jobs') : 'id')
    .execute();
}

type Db = Pick<ReturnType<typeof database>, 'updateTable'>;

/** Changes a delivery. A run that was presumed dead can still end, and only one of the runs counts. */
const changed = (
  db: Db,
  services: Services,
  delivery: WebhookDelivery,
  change: Pick<WebhookDelivery, 'status' | 'attempts'>,
) =>
  db
    .updateTable('webhook_deliveries')
    .set({ ...change, mac: macOf(services, 'webhook_deliveries', { ...delivery, ...change }) })
    .where('organisationId', '=', delivery.organisationId)
    .where('id', '=', delivery.id)
    .where('status', '=', 'PENDING')
    .where('attempts', '=', delivery.attempts)
    .returning('id');

/** Makes a webhook active after a success. One that is active already is written once a minute, because many deliveries succeed at once. */
const recovered = (db: Db, at: Date) =>
  db
    .updateTable('webhooks')
    .set({ status: 'ACTIVE', errorCount: 0, failingSince: null, lastSuccessAt: at })
    .where('status', '<>', 'DISABLED')
    .where(({ eb, or }) =>
      or([
        eb('status', '=', 'ERROR'),
        eb('failingSince', 'is not', null),
        eb('lastSuccessAt', 'is', null),
        eb('lastSuccessAt', '<', new Date(at.getTime() - MINUTE)),
      ]),
    );

/** Records the first failure of a webhook, and the error after the contract's attempts. */
const troubled = (db: Db, { at, isInError }: { at: Date; isInError: boolean }) =>
  db
    .updateTable('webhooks')
    .set(({ eb, fn, val }) => ({
      failingSince: fn.coalesce('failingSince', val(at)),
      ...(isInError && { status: 'ERROR' as const, errorCount: eb('errorCount', '+', 1) }),
    }))
    .where('status', '<>', 'DISABLED')
    .where(({ eb, or, lit }) => or([eb('failingSince', 'is', null), lit(isInError)]));

/** Ends a delivery to a disabled webhook without an attempt. It can be sent once the webhook is enabled. */
export async function recordMissed(services: Services, delivery: WebhookDelivery): Promise<void> {
  const { attempts } = delivery;
  await changed(database(services.em()), services, delivery, { status: 'MISSED', attempts }).execute();
}
