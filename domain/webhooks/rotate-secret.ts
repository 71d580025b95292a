import { Webhook } from '../../database/entities/webhook.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { makeSecret } from './secrets.ts';

const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Replaces the signing secret and shows the new one, once. For 24 hours the old one signs as well. */
export async function rotateSecret(context: DomainContext, { id }: { id: string }): Promise<{ secret: string }> {
  const em = context.em();
  const row = await em.findOne(Webhook, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  const secret = makeSecret();
  const now = context.now();
  row.previousSecret = row.secret;
  row.previousSecretUntil = new Date(now.getTime() + OVERLAP_MS);
  row.secret = context.vault.seal(secret);
  row.updatedAt = now;
  await em.flush();
  return { secret };
}
