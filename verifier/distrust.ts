import { unshared } from './bytes.ts';
import { Refusal, type Result, Unchecked } from './check.ts';
import type { Trust, TrustedKey } from './trust.ts';

/**
 * Returns the time since when the trust considers the key of a certificate compromised, or null. `publicKeyInfo` is the certificate's
 * SubjectPublicKeyInfo.
 */
export async function distrustOfCertificate(trust: Trust, publicKeyInfo: Uint8Array): Promise<Date | null> {
  const compromised = trust.keys.filter(({ purpose, distrustedFrom }) => purpose === 'pdf' && distrustedFrom !== null);
  if (compromised.length === 0) return null;
  const jwk = await jwkOf(publicKeyInfo);
  const found = compromised.find((key) => jwk !== null && isSame(key, jwk));
  return found?.distrustedFrom ?? null;
}

/** Members of a JWK that identify a key (RFC 7517). */
interface PublicJwk {
  kty?: string;
  n?: string;
  x?: string;
  y?: string;
}

const isSame = ({ jwk }: TrustedKey, other: PublicJwk): boolean =>
  jwk.kty === other.kty && (jwk.kty === 'RSA' ? jwk.n === other.n : jwk.x === other.x && jwk.y === other.y);

async function jwkOf(publicKeyInfo: Uint8Array): Promise<PublicJwk | null> {
  const algorithms = [
    { name: 'ECDSA', namedCurve: 'P-256' },
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ];
  for (const algorithm of algorithms) {
    try {
      const key = await crypto.subtle.importKey('spki', unshared(publicKeyInfo), algorithm, true, ['verify']);
      return await crypto.subtle.exportKey('jwk', key);
    } catch {
      // Key of a different type.
    }
  }
  return null;
}

/**
 * Accepts a signature of a compromised key only if the log proves that it is older than the compromise. `logged` is the proved logging
 * time. Throws Refusal if it is later, and Unchecked if nothing is proved.
 */
export function requireOlder(distrustedFrom: Date | null, logged: Result<Date>): void {
  if (distrustedFrom === null) return;
  const since = distrustedFrom.toISOString();
  if (logged.error) throw new Unchecked('dependsOnLog', since);
  if (!(logged.value < distrustedFrom)) throw new Refusal('keyDistrusted', since);
}
