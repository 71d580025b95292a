/** Adler-32, the checksum of a zlib stream (RFC 1950, section 9). */
const ADLER_BASE = 65_521;
/** As many words as can be summed before the sums grow past 31 bits, where numbers get slow. */
const ADLER_STEP = 800;

/** The checksum after one more byte. */
export function addByte(adler: number, byte: number): number {
  const a = ((adler & 0xffff) + byte) % ADLER_BASE;
  return (((((adler >>> 16) + a) % ADLER_BASE) << 16) | a) >>> 0;
}

/** The checksum after `length` more bytes. A row that resembles the one above it is mostly zeros, four of which are one step. */
export function adler32(adler: number, row: Uint32Array, length: number): number {
  let a = adler & 0xffff;
  let b = adler >>> 16;
  const whole = length >> 2;
  for (let from = 0; from < whole; from += ADLER_STEP) {
    const to = Math.min(whole, from + ADLER_STEP);
    for (let at = from; at < to; at++) {
      const word = row[at] ?? 0;
      b += 4 * a;
      if (word === 0) continue;
      const first = word & 0xff;
      const second = (word >>> 8) & 0xff;
      const third = (word >>> 16) & 0xff;
      const fourth = word >>> 24;
      a += first + second + third + fourth;
      b += 4 * first + 3 * second + 2 * third + fourth;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  for (let at = 0; at < (length & 3); at++) {
    a += ((row[whole] ?? 0) >>> (8 * at)) & 0xff;
    b += a;
  }
  return (((b % ADLER_BASE) << 16) | (a % ADLER_BASE)) >>> 0;
}

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
