import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';
import { countWithin } from '../shared/count-within.ts';
import { DAILY_CHANGES } from './rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Counts a page that is shown again, or a new link, because each can be hidden or revoked with an entry in the audit log. RATE_LIMITED
 * beyond the daily limit. Hiding and revoking protect the recipient, and are not counted.
 */
export async function countChange(
  em: EntityManager,
  services: Pick<Services, 'now'>,
  { organisationId, recipientId }: { organisationId: string; recipientId?: string | null },
): Promise<void> {
  const key = `hiding:${organisationId}:${recipientId}`;
  const wait = await countWithin(em, key, { limit: DAILY_CHANGES, intervalMs: DAY_MS, now: services.now() });
  if (wait !== null) throw refusal('hiding_limit', {}, { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}
