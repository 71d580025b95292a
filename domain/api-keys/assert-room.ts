import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import type { DomainContext } from '../context.ts';
import { assertRoom } from '../shared/quota.ts';

/** Rejects a key beyond the limits on usable keys and on all keys. Rotations count toward the second. */
export async function assertRoomForKey(
  em: EntityManager,
  context: Pick<DomainContext, 'organisationId' | 'now'>,
): Promise<void> {
  await assertRoom(em, { organisationId: context.organisationId, quota: 'API keys', table: 'api_keys' });
  const where = sql`revoked_at is null and (expires_at is null or expires_at > ${context.now()})`;
  await assertRoom(em, { organisationId: context.organisationId, quota: 'API keys in use', table: 'api_keys', where });
}
