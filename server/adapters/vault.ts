import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '../../domain/context.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Encrypts with AES-256-GCM under a key derived from the installation's secret (HKDF, RFC 5869): nonce, tag, text. */
export function makeVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'laurel vault', 32));
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_LENGTH);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_LENGTH));
      decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
      return decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
