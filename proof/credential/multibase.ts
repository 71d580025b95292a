const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Encodes bytes as Multibase base58-btc with the prefix `z` (W3C Controlled Identifiers 1.0, 2.4). */
export function base58(bytes: Uint8Array): string {
  let digits = '';
  for (let rest = BigInt(`0x00${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    digits = `${ALPHABET[Number(rest % 58n)]}${digits}`;
  const firstSet = bytes.findIndex((byte) => byte !== 0);
  const leading = firstSet < 0 ? bytes.length : firstSet;
  return `z${'1'.repeat(leading)}${digits}`;
}

/** Encodes bytes as Multibase base64url without padding, with the prefix `u`. */
export const base64url = (bytes: Uint8Array): string => `u${Buffer.from(bytes).toString('base64url')}`;
