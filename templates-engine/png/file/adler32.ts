/** Modulus of Adler-32, the checksum of a zlib stream (RFC 1950, section 9). */
const ADLER_BASE = 65_521;
/** Maximum bytes per step, so that sums stay within 31 bits. Larger numbers are slow. */
const ADLER_STEP = 3_200;

/** Returns the checksum of bytes. Not vectorised, so it is used only for data checked once. */
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

/** Returns the checksum of two concatenated pieces, from their checksums and the length of the second (adler32_combine of zlib). */
export function combineAdler(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16];
  const [a2, b2] = [second & 0xffff, second >>> 16];
  const a = (a1 + a2 - 1 + ADLER_BASE) % ADLER_BASE;
  const b = (b1 + b2 + (((length % ADLER_BASE) * (a1 - 1 + ADLER_BASE)) % ADLER_BASE)) % ADLER_BASE;
  return ((b << 16) | a) >>> 0;
}
