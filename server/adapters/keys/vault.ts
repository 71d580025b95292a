import { LRUCache } from 'lru-cache';
import type { Vault } from '../../../domain/services/signing.ts';
import { decrypt, deriveKey, encrypt } from './encryption.ts';
import type { KeyRing } from './key-ring.ts';
import { SECRET_ID_LENGTH } from './make-keys.ts';
import type { RingKey } from './ring-key.ts';

/** What is encrypted begins with this and the key's id; what an earlier version encrypted begins with its nonce. */
const MAGIC = Buffer.from('LV1\0', 'latin1');
const HEADER_LENGTH = MAGIC.length + SECRET_ID_LENGTH;

/** Of some 200 bytes each: what the names of templates and organisations are marked with, which many certificates share. */
const MAX_REMEMBERED = 10_000;

/** Encrypts with a key derived from the auth secret in use, and decrypts with any of the ring. */
export function makeVault(ring: KeyRing): Vault {
  const derived = new Map<string, Buffer>();
  const vaultKey = ({ id, secret }: RingKey): Buffer => {
    const key = derived.get(id) ?? deriveKey(secret ?? '', 'laurel vault');
    derived.set(id, key);
    return key;
  };
  const open = (sealed: Uint8Array): string => {
    const bytes = Buffer.from(sealed);
    const keys = ring.held.of.auth;
    const named = bytes.subarray(0, MAGIC.length).equals(MAGIC)
      ? keys.find(({ id }) => bytes.subarray(MAGIC.length, HEADER_LENGTH).equals(Buffer.from(id, 'base64url')))
      : undefined;
    if (named) return decrypt(vaultKey(named), bytes.subarray(HEADER_LENGTH), bytes.subarray(0, HEADER_LENGTH));
    // A nonce may look like anything, so this comes last.
    return decrypt(vaultKey(firstOf(keys)), bytes);
  };
  const opens = (sealed: Uint8Array, text: string): boolean => {
    try {
      return open(sealed) === text;
    } catch {
      return false;
    }
  };
  const textOf = new LRUCache<string, string>({ max: MAX_REMEMBERED });
  let held: KeyRing['held'] | undefined;
  return {
    open,
    isSealOf(text, sealed) {
      if (held !== ring.held) textOf.clear();
      ({ held } = ring);
      const name = Buffer.from(sealed).toString('latin1');
      if (textOf.get(name) === text) return true;
      const isOpened = opens(sealed, text);
      if (isOpened) textOf.set(name, text);
      return isOpened;
    },
    seal(text) {
      const { auth } = ring.held.inUse;
      if (!auth) throw new Error('the ring has no auth secret');
      const header = Buffer.concat([MAGIC, Buffer.from(auth.id, 'base64url')]);
      return Buffer.concat([header, encrypt(vaultKey(auth), text, header)]);
    },
  };
}

function firstOf(keys: readonly RingKey[]): RingKey {
  const [first] = [...keys].sort((a, b) => a.activeFrom.getTime() - b.activeFrom.getTime());
  if (!first) throw new Error('the ring has no auth secret');
  return first;
}
