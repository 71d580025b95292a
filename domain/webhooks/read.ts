import { sql } from 'kysely';
import { Webhook as WebhookRow } from '../../database/entities/webhook.ts';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { type Attempt, type Delivery, type Webhook, WebhookEvent } from './schemas.ts';

/** One webhook; its secret is never shown again. */
export async function getWebhook(context: DomainContext, { id }: { id: string }): Promise<Webhook> {
  const row = await context.em().findOne(WebhookRow, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  return toView(row);
}

/** All of an organisation's webhooks, newest first. */
export async function listWebhooks(context: DomainContext): Promise<{ webhooks: Webhook[] }> {
  const { organisationId } = context;
  const rows = await context.em().find(WebhookRow, { organisationId }, { orderBy: { id: 'desc' } });
  return { webhooks: rows.map(toView) };
}

export function toView(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: WebhookEvent.array().parse(row.events),
    status: row.status,
    errorCount: row.errorCount,
    previousSecretUntil: isoOrNull(row.previousSecretUntil),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

const SHOWN = 50;

/** The log: a webhook's last deliveries, newest first, with every attempt of theirs. Kept for 30 days. */
export async function listDeliveries(context: DomainContext, { id }: { id: string }): Promise<Delivery[]> {
  await getWebhook(context, { id });
  const { rows } = await sql<Omit<Delivery, 'createdAt' | 'attempts'> & { created_at: string; attempts: Attempt[] }>`
    select d.id, d.event, d.status, d.body, d.created_at, coalesce((
      select json_agg(json_build_object('attemptedAt', a.attempted_at, 'durationMs', a.duration_ms, 'status', a.status,
        'response', a.response, 'error', a.error) order by a.id)
      from webhook_attempts a where a.organisation_id = d.organisation_id and a.delivery_id = d.id), '[]') as attempts
    from webhook_deliveries d
    where d.organisation_id = ${context.organisationId} and d.webhook_id = ${id}
    order by d.id desc limit ${SHOWN}`.execute(database(context.em()));
  return rows.map(({ created_at, attempts, ...row }) => ({
    ...row,
    createdAt: iso(new Date(created_at)),
    attempts: attempts.map((attempt) => ({ ...attempt, attemptedAt: iso(new Date(attempt.attemptedAt)) })),
  }));
}
