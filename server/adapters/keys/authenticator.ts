import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Authenticator } from '../../../domain/ports/signing.ts';
import { deriveKey } from './encryption.ts';
import type { KeyRing } from './key-ring.ts';
import { SECRET_ID_LENGTH } from './make-keys.ts';
import type { RingKey } from './ring-key.ts';

const TOKEN_LENGTH = 16;

/**
 * Authenticates with keys derived from the ring's auth secrets (HKDF-SHA-256). Codes are made with the current secret and checked with any
 * of them.
 */
export function makeAuthenticator(ring: KeyRing): Authenticator {
  const keys = new Map<string, { mac: KeyObject; token: KeyObject }>();
  const keysOf = ({ id, secret }: RingKey) => {
    let derived = keys.get(id);
    if (!derived) {
      const root = secret ?? '';
      // A key object, because each code would take four times as long with the key's bytes.
      const derive = (label: string) => createSecretKey(deriveKey(root, label));
      derived = { mac: derive('laurel authenticator'), token: derive('laurel tokens') };
      keys.set(id, derived);
    }
    return derived;
  };
  const named = (keyId: Uint8Array): RingKey | undefined => {
    const id = Buffer.from(keyId).toString('base64url');
    return ring.held.of.auth.find((key) => key.id === id);
  };
  const inUse = (): RingKey => {
    const { auth } = ring.held.inUse;
    if (!auth) throw new Error('the ring has no auth secret');
    return auth;
  };
  const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest();
  return {
    get keyId() {
      return Buffer.from(inUse().id, 'base64url');
    },
    mac(text) {
      const key = inUse();
      return Buffer.concat([Buffer.from(key.id, 'base64url'), hmac(keysOf(key).mac, text)]);
    },
    isMacOf(text, mac) {
      const key = mac && named(mac.subarray(0, SECRET_ID_LENGTH));
      if (!mac || !key) return false;
      const expected = hmac(keysOf(key).mac, text);
      const given = mac.subarray(SECRET_ID_LENGTH);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    holds: (keyId) => named(keyId) !== undefined,
    derive(keyId, text) {
      const key = named(keyId);
      if (!key) throw new Error('the ring has no key with this id');
      return hmac(keysOf(key).token, text).subarray(0, TOKEN_LENGTH);
    },
    isDerived: (text, start) =>
      ring.held.of.auth.some((key) => timingSafeEqual(hmac(keysOf(key).token, text).subarray(0, start.length), start)),
  };
}
