/** Adler-32, the checksum of a zlib stream (RFC 1950, section 9). */
const ADLER_BASE = 65_521;
/** As many bytes as can be summed before the sums grow past 31 bits, where numbers get slow. */
const ADLER_STEP = 3_200;

/** The checksum of bytes, one after the other: for what is checked once. */
export function adler32Of(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(bytes.length, at + ADLER_STEP); at < end; at++) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  return ((b << 16) | a) >>> 0;
}

/** The checksum of two pieces from theirs and the length of the second (zlib's adler32_combine). */
export function combineAdler(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16];
  const [a2, b2] = [second & 0xffff, second >>> 16];
  const a = (a1 + a2 - 1 + ADLER_BASE) % ADLER_BASE;
  const b = (b1 + b2 + (((length % ADLER_BASE) * (a1 - 1 + ADLER_BASE)) % ADLER_BASE)) % ADLER_BASE;
  return ((b << 16) | a) >>> 0;
}
