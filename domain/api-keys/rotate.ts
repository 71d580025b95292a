import { LockMode } from '@mikro-orm/core';
import { ApiKey } from '../../database/entities/api-key.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { changeAuthentic, macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { assertRoomForKey } from './assert-room.ts';
import { hashKey, keyPrefix, makeKey } from './make-key.ts';
import { timeOfEnd } from './rules.ts';

/**
 * Replaces a key with a new one that has the same name, scopes and expiry, and revokes the old one. Only this response contains the new
 * key.
 */
export async function rotateApiKey(
  context: ActingContext,
  { id }: { id: string },
): Promise<{ id: string; key: string }> {
  const { organisationId } = context;
  return context.em().transactional(async (em) => {
    const where = { organisationId, id, revokedAt: null };
    const old = await em.findOne(ApiKey, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!old) throw notFound();
    const now = context.now();
    const endedAt = timeOfEnd(context, old);
    const key = makeKey(organisationId);
    changeAuthentic(context, 'api_keys', old, () => {
      old.revokedAt = endedAt;
    });
    await em.flush();
    await assertRoomForKey(em, context);
    const made = {
      organisationId,
      id: newId(now),
      name: old.name,
      keyHash: hashKey(key, context.peppers.current),
      prefix: keyPrefix(key),
      scopes: old.scopes,
      createdAt: now,
      expiresAt: old.expiresAt ?? null,
      revokedAt: null,
      lastUsedAt: null,
    };
    const row = em.create(ApiKey, { ...made, mac: macOf(context, 'api_keys', made) });
    await em.persist(row).flush();
    await recordAction(em, { ...context, now: () => endedAt }, { action: 'apiKeys.rotate', subject: id });
    return { id: row.id, key };
  });
}
