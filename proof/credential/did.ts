import type { KeyObject } from 'node:crypto';
import { base58 } from './multibase.ts';
import { timestamp } from './time.ts';

/** Public Ed25519 key of an issuer, current or former. */
export interface IssuerKey {
  /** Fragment of the key's identifier. */
  id: string;
  publicKey: KeyObject;
  /** Time from which a compromised key must not be used. Verifiers refuse all of its signatures, regardless of their time. */
  revokedAt?: Date | undefined;
}

/** Multicodec prefix of an Ed25519 public key. */
const ED25519 = [0xed, 0x01];

/**
 * Returns the did:web identifier whose document is served below a URL. `didWeb(origin, 'issuers', ID)` is `did:web:HOST:issuers:ID`, found
 * at `/issuers/ID/did.json`; without a path the document is at `/.well-known/did.json`.
 */
export function didWeb(baseUrl: string, ...path: string[]): string {
  const { host, pathname } = new URL(baseUrl);
  const segments = [...pathname.split('/').filter(Boolean), ...path.map(encodeURIComponent)];
  return ['did', 'web', encodeURIComponent(host), ...segments].join(':');
}

/** Returns the identifier of an issuer's key, as used in proofs. */
export const verificationMethodOf = (did: string, keyId: string): string => `${did}#${keyId}`;

/**
 * Returns an issuer's DID document (W3C DID Core 1.0, Controlled Identifiers 1.0). Keys stay in it as long as their signatures must verify.
 */
export const didDocument = (did: string, keys: readonly IssuerKey[]) => ({
  '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
  id: did,
  verificationMethod: keys.map(({ id, publicKey, revokedAt }) => ({
    id: verificationMethodOf(did, id),
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: multikey(publicKey),
    ...(revokedAt && { revoked: timestamp(revokedAt) }),
  })),
  assertionMethod: keys.map(({ id }) => verificationMethodOf(did, id)),
});

/** Returns a key as Multikey. Throws TypeError unless it is Ed25519. */
function multikey(publicKey: KeyObject): string {
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new TypeError('Issuers have Ed25519 keys');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return base58(Buffer.concat([Buffer.from(ED25519), Buffer.from(x, 'base64url')]));
}
