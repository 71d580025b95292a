import { sql } from 'kysely';
import { Webhook } from '../../database/entities/webhook.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { iso } from '../shared/schemas.ts';
import { toView } from './read.ts';
import type { WebhookState } from './schemas.ts';

/** Newest deliveries of a webhook that are searched for failed attempts, so that the cost does not grow with their total. */
const SEARCHED = 50;
const SHOWN_ERRORS = 5;

/** Returns the states of all webhooks of an organisation, newest first, without secrets and without the paths of their addresses. */
export async function listWebhookStates(context: DomainContext): Promise<{ webhooks: WebhookState[] }> {
  const { organisationId } = context;
  const rows = await context.em().find(Webhook, { organisationId }, { orderBy: { id: 'desc' } });
  const errors = await lastErrors(context);
  const webhooks = rows.map((row) => {
    const { url, previousSecretUntil: _, ...view } = toView(row);
    const own = errors.filter(({ webhookId }) => webhookId === row.id);
    return {
      ...view,
      origin: new URL(url).origin,
      lastErrors: own.map(({ webhookId: __, attemptedAt, ...error }) => ({ ...error, attemptedAt: iso(attemptedAt) })),
    };
  });
  return { webhooks };
}

/** Returns the last failed attempts of each webhook, newest first. */
async function lastErrors({ em, organisationId }: DomainContext) {
  const deliveries = sql`select d.id, d.event from webhook_deliveries d
    where d.organisation_id = w.organisation_id and d.webhook_id = w.id order by d.id desc limit ${SEARCHED}`;
  const failed = sql`select d.id as delivery_id, d.event, a.attempted_at, a.status, a.error
    from (${deliveries}) d join webhook_attempts a on a.organisation_id = w.organisation_id and a.delivery_id = d.id
    where a.status is null or a.status not between 200 and 299
    order by a.attempted_at desc, a.id desc limit ${SHOWN_ERRORS}`;
  const { rows } = await sql<WebhookError>`
    select w.id as webhook_id, f.* from webhooks w cross join lateral (${failed}) f
    where w.organisation_id = ${organisationId} order by f.attempted_at desc`.execute(database(em()));
  return rows;
}

interface WebhookError {
  webhookId: string;
  deliveryId: string;
  event: string;
  attemptedAt: Date;
  status: number | null;
  error: string | null;
}
