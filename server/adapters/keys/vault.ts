import type { Vault } from '../../../domain/services/signing.ts';
import { decrypt, deriveKey, encrypt } from './encryption.ts';
import type { KeyRing } from './key-ring.ts';
import { SECRET_ID_LENGTH } from './make-keys.ts';
import type { RingKey } from './ring-key.ts';

/** What is encrypted begins with this and the key's id; what an earlier version encrypted begins with its nonce. */
const MAGIC = Buffer.from('LV1\0', 'latin1');
const HEADER_LENGTH = MAGIC.length + SECRET_ID_LENGTH;

/** Encrypts with a key derived from the auth secret in use, and decrypts with any of the ring. */
export function makeVault(ring: KeyRing): Vault {
  const derived = new Map<string, Buffer>();
  const vaultKey = ({ id, secret }: RingKey): Buffer => {
    const key = derived.get(id) ?? deriveKey(secret ?? '', 'laurel vault');
    derived.set(id, key);
    return key;
  };
  return {
    seal(text) {
      const { auth } = ring.held.inUse;
      if (!auth) throw new Error('the ring has no auth secret');
      const header = Buffer.concat([MAGIC, Buffer.from(auth.id, 'base64url')]);
      return Buffer.concat([header, encrypt(vaultKey(auth), text, header)]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const keys = ring.held.of.auth;
      const named = bytes.subarray(0, MAGIC.length).equals(MAGIC)
        ? keys.find(({ id }) => bytes.subarray(MAGIC.length, HEADER_LENGTH).equals(Buffer.from(id, 'base64url')))
        : undefined;
      if (named) return decrypt(vaultKey(named), bytes.subarray(HEADER_LENGTH), bytes.subarray(0, HEADER_LENGTH));
      // A nonce may look like anything, so this comes last.
      return decrypt(vaultKey(firstOf(keys)), bytes);
    },
  };
}

function firstOf(keys: readonly RingKey[]): RingKey {
  const [first] = [...keys].sort((a, b) => a.activeFrom.getTime() - b.activeFrom.getTime());
  if (!first) throw new Error('the ring has no auth secret');
  return first;
}
