import { Webhook as WebhookRow } from '../../database/entities/webhook.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { assertRoom } from '../shared/quota.ts';
import { assertPublic } from './assert-public.ts';
import type { CreateWebhook } from './schemas.ts';
import { makeSecret } from './sign.ts';

/** Creates a webhook. Only this response ever contains its signing secret (specification 5.6). */
export async function createWebhook(
  context: ActingContext,
  { retry = 'contract', ...input }: CreateWebhook,
): Promise<{ id: string; secret: string }> {
  await assertPublic(context, input.url);
  const secret = makeSecret();
  const now = context.now();
  const row = {
    organisationId: context.organisationId,
    id: newId(now),
    ...input,
    retry,
    status: 'ACTIVE' as const,
    errorCount: 0,
    lastSuccessAt: null,
    failingSince: null,
    disabledAt: null,
    secret: context.vault.seal(secret),
    previousSecret: null,
    previousSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  };
  await context.em().transactional(async (em) => {
    await assertRoom(em, { organisationId: row.organisationId, quota: 'webhooks', table: 'webhooks' });
    em.persist(em.create(WebhookRow, { ...row, mac: macOf(context, 'webhooks', row) }));
    await recordAction(em, context, { action: 'webhooks.create', subject: input.name });
  });
  return { id: row.id, secret };
}
