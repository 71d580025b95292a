const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LONGEST = 120;

/** Decodes multibase base58-btc with its prefix `z` (W3C Controlled Identifiers 1.0, 2.4); null for anything else. */
export function fromMultibase58(text: string): Uint8Array | null {
  if (!/^z[1-9A-HJ-NP-Za-km-z]+$/.test(text) || text.length > LONGEST) return null;
  const digits = text.slice(1);
  const bytes: number[] = [];
  for (const digit of digits) {
    let carry = ALPHABET.indexOf(digit);
    for (let at = 0; at < bytes.length; at++) {
      carry += (bytes[at] ?? 0) * 58;
      bytes[at] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const zeros = /^1*/.exec(digits)?.[0].length ?? 0;
  return Uint8Array.from([...bytes, ...new Array<number>(zeros).fill(0)].reverse());
}
