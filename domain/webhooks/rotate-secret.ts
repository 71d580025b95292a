import { LockMode } from '@mikro-orm/core';
import { Webhook } from '../../database/entities/webhook.ts';
import { timeAfterEndings } from '../audit/find-endings.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';
import { makeSecret } from './sign.ts';

const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Replaces the signing secret. Only this response contains the new one. The old secret also signs for 24 hours. */
export async function rotateSecret(context: ActingContext, { id }: { id: string }): Promise<{ secret: string }> {
  return context.em().transactional(async (em) => {
    const where = { organisationId: context.organisationId, id };
    const row = await em.findOne(Webhook, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    const secret = makeSecret();
    const now = await timeAfterEndings(em, context, id);
    changeAuthentic(context, 'webhooks', row, () => {
      row.previousSecret = row.secret;
      row.previousSecretUntil = new Date(now.getTime() + OVERLAP_MS);
      row.secret = context.vault.seal(secret);
      row.updatedAt = now;
    });
    // The row and its entry have the same time, so that the entry ends only the previous state.
    await recordAction(em, { ...context, now: () => now }, { action: 'webhooks.rotateSecret', subject: id });
    return { secret };
  });
}
