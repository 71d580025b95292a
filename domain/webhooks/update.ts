import { Webhook as WebhookRow } from '../../database/entities/webhook.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { toView } from './read.ts';
import type { UpdateWebhook, Webhook } from './schemas.ts';

/** Changes the fields supplied. */
export async function updateWebhook(context: DomainContext, { id, ...changes }: UpdateWebhook): Promise<Webhook> {
  const em = context.em();
  const row = await em.findOne(WebhookRow, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  em.assign(row, { ...changes, updatedAt: context.now() }, { ignoreUndefined: true });
  await em.flush();
  return toView(row);
}

/** Deletes a webhook with its log; deliveries that wait are dropped. */
export async function deleteWebhook(context: DomainContext, { id }: { id: string }): Promise<{ id: string }> {
  const deleted = await context.em().nativeDelete(WebhookRow, { organisationId: context.organisationId, id });
  if (deleted === 0) throw notFound();
  return { id };
}
