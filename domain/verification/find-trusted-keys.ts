import type { Services } from '../context.ts';
import { wasLoggedBefore } from '../log/find-logged-before.ts';
import type { Found } from './find.ts';

/**
 * Returns true if trusted keys have signed all statements about a certificate. Statements of a compromised key count only if the log proves
 * that they are older than the compromise.
 */
export async function hasTrustedKeys(services: Services, { seals, proofSalt: salt }: Found): Promise<boolean> {
  const distrusted = new Map(services.signer.keys.map(({ id, distrustedFrom }) => [id, distrustedFrom]));
  for (const seal of seals) {
    const since = distrusted.get(seal.keyId);
    if (since && !(await wasLoggedBefore(services, { ...seal, salt }, since))) return false;
  }
  return true;
}
