import { type KeyObject, sign, verify } from 'node:crypto';
import { refusal } from '../../../domain/errors.ts';
import type { LogSigner, Signer, SigningKey } from '../../../domain/ports/signing.ts';
import type { HeldKey, HeldKeys } from './held-keys.ts';
import type { KeyRing } from './key-ring.ts';

type Signing = 'signing' | 'test';

/** Returns the key that signs now. SERVICE_UNAVAILABLE if this process was not given the current key's file. */
function inUse({ inUse }: HeldKeys, purpose: Signing): HeldKey & { privatePart: KeyObject } {
  const { [purpose]: key } = inUse;
  if (!key?.privatePart)
    throw refusal('signing_unavailable', { reason: 'this process has no key' }, { retryAfter: 30 });
  return { ...key, privatePart: key.privatePart };
}

/** Signs with the ring's Ed25519 keys (RFC 8032) of a purpose. A key's id is its JWK thumbprint (RFC 7638). */
export function makeSigner(ring: KeyRing, purpose: Signing = 'signing'): Signer {
  return {
    get keyId() {
      return inUse(ring.held, purpose).id;
    },
    sign(message, keyId) {
      const key = inUse(ring.held, purpose);
      if (keyId !== undefined && keyId !== key.id)
        throw refusal('signing_unavailable', { reason: 'the key was just replaced' }, { retryAfter: 1 });
      return sign(null, message, key.privatePart);
    },
    verify(keyId, message, signature) {
      const key = ring.held.of[purpose].find(({ id }) => id === keyId);
      return key?.publicPart ? verify(null, message, key.publicPart, signature) : false;
    },
    get keys() {
      return ring.held.of[purpose].map(toInfo);
    },
  };
}

function toInfo({ id, publicPart, createdAt, retiredAt, distrustedFrom }: HeldKey): SigningKey {
  if (!publicPart) throw new Error(`key ${id} has no public part`);
  return { id, publicKey: publicPart, createdAt, retiredAt, distrustedFrom };
}

/** Returns the log's key and origin, which never change. */
export function makeLogSigner(ring: KeyRing): LogSigner {
  const [key] = ring.held.of.log;
  if (!key?.privatePart || key.origin === null) throw new Error('the ring has no log key');
  return { origin: key.origin, signer: { name: key.origin, key: key.privatePart } };
}
