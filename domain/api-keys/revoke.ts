import { LockMode } from '@mikro-orm/core';
import { ApiKey } from '../../database/entities/api-key.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changeAuthentic } from '../shared/authentic-rows.ts';
import { iso } from '../shared/schemas.ts';
import { timeOfEnd } from './rules.ts';

/** Revokes a key permanently; every process rejects it within 1 s. A second call changes nothing. */
export async function revokeApiKey(context: ActingContext, id: string): Promise<{ id: string; revokedAt: string }> {
  return context.em().transactional(async (em) => {
    const where = { organisationId: context.organisationId, id };
    const row = await em.findOne(ApiKey, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    if (row.revokedAt) return { id, revokedAt: iso(row.revokedAt) };
    const revokedAt = timeOfEnd(context, row);
    changeAuthentic(context, 'api_keys', row, () => {
      row.revokedAt = revokedAt;
    });
    await recordAction(em, { ...context, now: () => revokedAt }, { action: 'apiKeys.revoke', subject: id });
    return { id, revokedAt: iso(revokedAt) };
  });
}
