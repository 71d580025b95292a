import type { Vault } from '../../../domain/ports/signing.ts';
import { decrypt, deriveKey, encrypt } from './encryption.ts';
import type { KeyRing } from './key-ring.ts';
import { SECRET_ID_LENGTH } from './make-keys.ts';
import type { RingKey } from './ring-key.ts';

/** Prefix of encrypted values. The key's id follows. */
const MAGIC = Buffer.from('LV1\0', 'latin1');
const HEADER_LENGTH = MAGIC.length + SECRET_ID_LENGTH;

/** Encrypts with a key derived from the current auth secret, and decrypts with any of the ring. */
export function makeVault(ring: KeyRing): Vault {
  const derived = new Map<string, Buffer>();
  const vaultKey = ({ id, secret }: RingKey): Buffer => {
    const key = derived.get(id) ?? deriveKey(secret ?? '', 'laurel vault');
    derived.set(id, key);
    return key;
  };
  return {
    open(sealed, place = '') {
      const bytes = Buffer.from(sealed);
      const header = bytes.subarray(0, HEADER_LENGTH);
      const id = header.subarray(MAGIC.length).toString('base64url');
      const key = ring.held.of.auth.find((one) => one.id === id);
      if (!key || !header.subarray(0, MAGIC.length).equals(MAGIC))
        throw new Error('not encrypted by this installation');
      return decrypt(vaultKey(key), bytes.subarray(HEADER_LENGTH), contextOf(header, place));
    },
    seal(text, place = '') {
      const { auth } = ring.held.inUse;
      if (!auth) throw new Error('the ring has no auth secret');
      const header = Buffer.concat([MAGIC, Buffer.from(auth.id, 'base64url')]);
      return Buffer.concat([header, encrypt(vaultKey(auth), text, contextOf(header, place))]);
    },
  };
}

const contextOf = (header: Buffer, place: string): Buffer => Buffer.concat([header, Buffer.from(place)]);
