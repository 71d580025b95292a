import type { KeyObject } from 'node:crypto';
import { base58 } from './multibase.ts';
import { timestamp } from './time.ts';

/** A public Ed25519 key that an issuer signs with, or has signed with. */
export interface IssuerKey {
  /** The fragment of its identifier. */
  id: string;
  publicKey: KeyObject;
  /** From when on a compromised key must not be used; verifiers refuse what it has signed, whenever that was. */
  revokedAt?: Date | undefined;
}

/** The multicodec prefix of an Ed25519 public key. */
const ED25519 = [0xed, 0x01];

/**
 * The did:web identifier whose document is served below a web address: `did:web:HOST:issuers:ID` for `didWeb(origin, 'issuers',
 * ID)`, found at `/issuers/ID/did.json`; without a path at `/.well-known/did.json`.
 */
export function didWeb(baseUrl: string, ...path: string[]): string {
  const { host, pathname } = new URL(baseUrl);
  const segments = [...pathname.split('/').filter(Boolean), ...path.map(encodeURIComponent)];
  return ['did', 'web', encodeURIComponent(host), ...segments].join(':');
}

/** The identifier of an issuer's key, as a proof names it. */
export const verificationMethodOf = (did: string, keyId: string): string => `${did}#${keyId}`;

/** An issuer's DID document (W3C DID Core 1.0, Controlled Identifiers 1.0). Keys stay in it as long as what they signed is to verify. */
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

/** TypeError for a key that is not Ed25519. */
function multikey(publicKey: KeyObject): string {
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new TypeError('Issuers have Ed25519 keys');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return base58(Buffer.concat([Buffer.from(ED25519), Buffer.from(x, 'base64url')]));
}
