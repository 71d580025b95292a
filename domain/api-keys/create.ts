import { z } from 'zod';
import { ApiKey } from '../../database/entities/api-key.ts';
import { Scope } from '../access/allow-scopes.ts';
import { compareViews } from '../audit/compare.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { filledLine, Instant } from '../shared/schemas.ts';
import { assertRoomForKey } from './assert-room.ts';
import { hashKey, keyPrefix, makeKey } from './make-key.ts';

export const CreateApiKey = z.strictObject({
  name: filledLine(200),
  scopes: z.array(Scope).min(1),
  expiresAt: Instant.optional(),
});

/** Creates a key. Only this response ever contains the key itself (specification 5.2). */
export async function createApiKey(
  context: ActingContext,
  input: z.infer<typeof CreateApiKey>,
): Promise<{ id: string; key: string }> {
  const key = makeKey(context.organisationId);
  const row = {
    organisationId: context.organisationId,
    id: newId(context.now()),
    name: input.name,
    keyHash: hashKey(key, context.peppers.current),
    prefix: keyPrefix(key),
    scopes: [...new Set(input.scopes)],
    createdAt: context.now(),
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
  };
  const mac = macOf(context, 'api_keys', row);
  await context.em().transactional(async (em) => {
    await assertRoomForKey(em, context);
    em.persist(em.create(ApiKey, { ...row, mac }));
    const { scopes, expiresAt } = row;
    const changes = compareViews({}, { scopes, expiresAt });
    await recordAction(em, context, { action: 'apiKeys.create', subject: input.name, changes });
  });
  return { id: row.id, key };
}
