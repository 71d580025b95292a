import type { Services } from '../context.ts';
import { hasToken, parseShareCode } from './link-shared.ts';
import { isGenuine, selectLinks } from './queries.ts';

/**
 * Returns the present verification hash of the certificate that a link shows; null for an unknown or revoked link. Needs no organisation,
 * because the address has 128 random bits.
 */
export async function findShared(services: Services, code: string): Promise<string | null> {
  const parsed = parseShareCode(code);
  if (!parsed) return null;
  const row = await selectLinks(services).select('c.verificationHash').where('s.id', '=', parsed.id).executeTakeFirst();
  if (!row || !isGenuine(services, row) || !hasToken(services, row, parsed.token)) return null;
  return Buffer.from(row.verificationHash).toString('hex');
}
