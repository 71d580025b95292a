import type { Services } from '../context.ts';
import { wasLoggedBefore } from '../log/logged-before.ts';
import type { Found } from './find.ts';

/**
 * Whether all statements about a certificate are signed by keys that are to be trusted. Of a compromised key, only what the log
 * proves to be older than that.
 */
export async function hasTrustedKeys(services: Services, { seals, proofSalt: salt }: Found): Promise<boolean> {
  const distrusted = new Map(services.signer.keys.map(({ id, distrustedFrom }) => [id, distrustedFrom]));
  for (const seal of seals) {
    const since = distrusted.get(seal.keyId);
    if (since && !(await wasLoggedBefore(services, { ...seal, salt }, since))) return false;
  }
  return true;
}
