import { v7 as uuidv7 } from 'uuid';
import { Webhook as WebhookRow } from '../../database/entities/webhook.ts';
import type { DomainContext } from '../context.ts';
import type { CreateWebhook } from './schemas.ts';
import { makeSecret } from './secrets.ts';

/** Makes a webhook. The answer is the only place where its signing secret is ever shown (specification 5.6). */
export async function createWebhook(
  context: DomainContext,
  input: CreateWebhook,
): Promise<{ id: string; secret: string }> {
  const em = context.em();
  const secret = makeSecret();
  const now = context.now();
  const row = em.create(WebhookRow, {
    organisationId: context.organisationId,
    id: uuidv7(),
    ...input,
    status: 'ACTIVE',
    errorCount: 0,
    secret: context.vault.seal(secret),
    previousSecret: null,
    previousSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  });
  await em.persist(row).flush();
  return { id: row.id, secret };
}
