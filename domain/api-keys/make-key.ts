import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { isSandbox } from '../shared/ids.ts';

const PREFIXES = { live: 'svc_live_', test: 'svc_test_' };
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(
  `^(?:${Object.values(PREFIXES).join('|')})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/**
 * Returns a new key of an organisation: `svc_live_`, or `svc_test_` of a sandbox, 32 random base62 characters, and a checksum of 6
 * characters (specification 5.2).
 */
export function makeKey(organisationId: string): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return keyOf(secret, isSandbox(organisationId) ? 'test' : 'live');
}

/** Returns the key with a secret of 32 base62 characters. */
export const keyOf = (secret: string, mode: keyof typeof PREFIXES = 'live'): string =>
  PREFIXES[mode] + secret + checksum(secret);

/** Returns false for a key with a typo, without a query. */
export function isWellFormedKey(key: string): boolean {
  const [, secret, sum] = SHAPE.exec(key) ?? [];
  return secret !== undefined && checksum(secret) === sum;
}

/** Returns the stored form of a key: HMAC-SHA256 under the pepper, 32 bytes. */
export function hashKey(key: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(key).digest();
}

/** Number of characters that identify a key in a list. */
export const PREFIX_LENGTH = PREFIXES.live.length + 4;

export const keyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** Returns the CRC32 of the secret in base62, padded to 6 characters (62^6 is more than 2^32). */
function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
