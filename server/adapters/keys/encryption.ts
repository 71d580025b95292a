import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const NOTHING = Buffer.alloc(0);

/** Derives a 32-byte key for one use of a secret (HKDF-SHA-256, RFC 5869). The label names the use. */
export const deriveKey = (secret: string, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', label, 32));

/** Encrypts with AES-256-GCM (NIST SP 800-38D) into nonce, tag and ciphertext. `context` is authenticated with the text but not stored. */
export function encrypt(key: Buffer, text: string, context: Uint8Array = NOTHING): Buffer {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(context);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts the result of encrypt(). Throws if the bytes, the key or the context differ. */
export function decrypt(key: Buffer, sealed: Uint8Array, context: Uint8Array = NOTHING): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_LENGTH), { authTagLength: TAG_LENGTH });
  decipher.setAAD(context).setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
  return decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8');
}
