import { LockMode } from '@mikro-orm/core';
import { Webhook as WebhookRow } from '../../database/entities/webhook.ts';
import { compareViews } from '../audit/compare.ts';
import { timeAfterEndings } from '../audit/find-endings.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';
import { assertPublic } from './assert-public.ts';
import { toView } from './read.ts';
import type { UpdateWebhook, Webhook } from './schemas.ts';

/** Changes the supplied fields. */
export async function updateWebhook(context: ActingContext, { id, ...changes }: UpdateWebhook): Promise<Webhook> {
  if (changes.url !== undefined) await assertPublic(context, changes.url);
  return context.em().transactional(async (em) => {
    const where = { organisationId: context.organisationId, id };
    const row = await em.findOne(WebhookRow, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    const at = await timeAfterEndings(em, context, id);
    const before = toView(row);
    changeAuthentic(context, 'webhooks', row, () => {
      em.assign(row, { ...changes, updatedAt: at }, { ignoreUndefined: true });
    });
    // The row and its entry have the same time, so that the entry ends only the previous state.
    const after = toView(row);
    const changed = compareViews(before, { ...after, updatedAt: before.updatedAt });
    await recordAction(em, { ...context, now: () => at }, { action: 'webhooks.update', subject: id, changes: changed });
    return after;
  });
}

/** Deletes a webhook with its log and its pending deliveries. */
export async function deleteWebhook(context: ActingContext, { id }: { id: string }): Promise<{ id: string }> {
  await context.em().transactional(async (em) => {
    const deleted = await em.nativeDelete(WebhookRow, { organisationId: context.organisationId, id });
    if (deleted === 0) throw notFound();
    await recordAction(em, context, { action: 'webhooks.delete', subject: id });
  });
  return { id };
}
