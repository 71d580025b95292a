import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { COVERED, isAuthentic } from '../shared/authentic-rows.ts';
import { hasToken, parseShareCode } from './link-shared.ts';

/**
 * Returns the present verification hash of the certificate that a link shows; null for an unknown or revoked link. Needs no organisation,
 * because the address has 128 random bits.
 */
export async function findShared(services: Services, code: string): Promise<string | null> {
  const parsed = parseShareCode(code);
  if (!parsed) return null;
  const row = await database(services.em())
    .selectFrom('share_links as s')
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 's.organisationId').onRef('c.id', '=', 's.certificateId'),
    )
    .select(COVERED.share_links.map((name) => `s.${name}` as const))
    .select(['s.mac', 'c.verificationHash'])
    .where('s.id', '=', parsed.id)
    .where('s.revokedAt', 'is', null)
    .executeTakeFirst();
  if (!row || !isAuthentic(services, 'share_links', row) || !hasToken(services, row, parsed.token)) return null;
  return Buffer.from(row.verificationHash).toString('hex');
}
