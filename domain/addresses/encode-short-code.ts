const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
/** Bytes of the hash in a short code: 128 bits, which cannot be guessed. */
const BYTES = 16;
const LENGTH = 22;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Returns the first 16 bytes of a hash (hexadecimal) as 22 digits of base58 (Bitcoin's alphabet). */
export function encodeShortCode(verificationHash: string): string {
  let code = '';
  for (let rest = BigInt(`0x${verificationHash.slice(0, 2 * BYTES)}`); code.length < LENGTH; rest /= BASE)
    code = `${ALPHABET[Number(rest % BASE)]}${code}`;
  return code;
}

/** Returns the first 16 bytes of the hash; null for any other text. */
export function decodeShortCode(code: string): Buffer | null {
  if (!CODE.test(code)) return null;
  const number = [...code].reduce((sum, digit) => sum * BASE + BigInt(ALPHABET.indexOf(digit)), 0n);
  const hex = number.toString(16).padStart(2 * BYTES, '0');
  return hex.length > 2 * BYTES ? null : Buffer.from(hex, 'hex');
}
