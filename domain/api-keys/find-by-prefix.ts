import { ApiKey } from '../../database/entities/api-key.ts';
import type { Services } from '../context.ts';

/**
 * Returns the keys with these first characters, of all organisations, because a leaked key does not name its own. Usable keys hide revoked
 * ones with the same characters. Returns at most two, so that the caller can tell one from several.
 */
export async function findKeysByPrefix(
  services: Pick<Services, 'em'>,
  prefix: string,
): Promise<Pick<ApiKey, 'id' | 'organisationId'>[]> {
  const em = services.em();
  const usable = await em.find(ApiKey, { prefix, revokedAt: null }, { limit: 2 });
  return usable.length > 0 ? usable : em.find(ApiKey, { prefix, revokedAt: { $ne: null } }, { limit: 2 });
}
