import { constants, crc32, deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.ts';

/**
 * PNG (ISO/IEC 15948) written in bands of rows. Each band is a piece of the zlib stream that refers to nothing before it
 * (RFC 1950, 1951: full flush), so the bands that nothing was painted on are taken over from the static layer as they
 * are, with the checksum of their chunk.
 */
const ROWS = 16;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** zlib's header: 32 KB window, no dictionary. */
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** An empty last block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const METRE_IN_INCHES = 39.3701;
/**
 * How the rows of a band are filtered (section 9): not at all, which suits flat colours and gradients that repeat along a
 * row, or each by the one above it, which suits pictures.
 */
type Filter = 'none' | 'up';
const [NONE, SUB, UP] = [0, 1, 2];

interface Band {
  /** The whole IDAT chunk. */
  chunk: Buffer;
  /** Of the band's filtered bytes, for the stream's checksum. */
  adler: number;
  length: number;
}

/** The chunks of a picture that stays as it is. */
export interface StaticPng {
  head: Buffer;
  bands: Band[];
  /** What suits most of it. */
  filter: Filter;
}

/** Compresses a picture once, as small as it gets. */
export function encodeStatic(canvas: Canvas, dotsPerInch: number): StaticPng {
  const starts = Array.from({ length: Math.ceil(canvas.height / ROWS) }, (_, index) => index * ROWS);
  const encode = (filter: Filter) =>
    starts.map((row) => encodeBand(canvas, row, Math.min(canvas.height, row + ROWS), filter, BEST));
  const [plain, up] = [encode('none'), encode('up')];
  const sizeOf = (bands: readonly Band[]) => bands.reduce((sum, { chunk }) => sum + chunk.length, 0);
  const bands = plain.map((band, index) => {
    const other = up[index] ?? band;
    return other.chunk.length < band.chunk.length ? other : band;
  });
  return { head: head(canvas, dotsPerInch), bands, filter: sizeOf(up) < sizeOf(plain) ? 'up' : 'none' };
}

/** The picture as a file: only the bands with rows that were painted on are compressed. */
export function encodePng(canvas: Canvas, layer: StaticPng): Uint8Array {
  const chunks: Buffer[] = [layer.head];
  let adler = 1;
  const add = (band: Band) => {
    chunks.push(band.chunk);
    adler = combineAdler(adler, band.adler, band.length);
  };
  for (let index = 0; index < layer.bands.length; ) {
    let end = index;
    while (end < layer.bands.length && isTouched(canvas, end)) end++;
    if (end === index) {
      const [band] = layer.bands.slice(index, index + 1);
      if (band) add(band);
      index++;
      continue;
    }
    // Neighbours that were painted on go as one.
    add(encodeBand(canvas, index * ROWS, Math.min(canvas.height, end * ROWS), layer.filter, FAST[layer.filter]));
    index = end;
  }
  const trailer = Buffer.alloc(6);
  LAST_BLOCK.copy(trailer);
  trailer.writeUInt32BE(adler >>> 0, 2);
  chunks.push(chunk('IDAT', trailer), chunk('IEND', Buffer.alloc(0)));
  return Buffer.concat(chunks);
}

function isTouched(canvas: Canvas, band: number): boolean {
  for (let row = band * ROWS; row < Math.min(canvas.height, (band + 1) * ROWS); row++) {
    if (canvas.isTouched(row)) return true;
  }
  return false;
}

interface Compression {
  level: number;
  strategy?: number;
}
const BEST: Compression = { level: 9 };
/** What is quickest; rows less those above them are runs of zeros. */
const FAST: Record<Filter, Compression> = { none: { level: 1 }, up: { level: 1, strategy: constants.Z_RLE } };

function encodeBand(canvas: Canvas, from: number, to: number, filter: Filter, compression: Compression): Band {
  const { bytes, adler } = filterRows(canvas, from, to, filter);
  const options = { ...compression, memLevel: 9, chunkSize: 1 << 15, finishFlush: constants.Z_FULL_FLUSH };
  const zlib = deflateSync(bytes, options);
  // What zlib writes before the first block is the file's head already.
  return { chunk: chunk('IDAT', zlib.subarray(2)), adler, length: bytes.length };
}

let filtered = new Uint8Array(0);
let words = new Uint32Array(0);

/**
 * The rows as they are compressed, and the checksum of that (RFC 1950, section 9); the next call overwrites both. `up`: each
 * row less the one above it, a band's first row less its own left neighbour; four bytes at a time, their high bits taken
 * apart, so that no byte borrows from the next.
 */
function filterRows(canvas: Canvas, from: number, to: number, filter: Filter): { bytes: Uint8Array; adler: number } {
  const { pixels, stride, width } = canvas;
  const rowWords = stride / 4;
  const source = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const size = (to - from) * (width * 3 + 1);
  if (filtered.length < size) filtered = new Uint8Array(size);
  if (words.length < rowWords) words = new Uint32Array(rowWords);
  const row = new Uint8Array(words.buffer, 0, stride);
  let adler = 1;
  let at = 0;
  for (let y = from; y < to; y++) {
    const start = y * stride;
    if (filter === 'none') {
      row.set(pixels.subarray(start, start + stride));
    } else if (y === from) {
      row.set(pixels.subarray(start, start + 3));
      for (let byte = 3; byte < stride; byte++)
        row[byte] = (pixels[start + byte] ?? 0) - (pixels[start + byte - 3] ?? 0);
    } else {
      const here = start / 4;
      for (let word = 0; word < rowWords; word++) {
        const own = source[here + word] ?? 0;
        const above = source[here + word - rowWords] ?? 0;
        words[word] = ((own | HIGH_BITS) - (above & LOW_BITS)) ^ ((own ^ ~above) & HIGH_BITS);
      }
    }
    const type = filter === 'none' ? NONE : y === from ? SUB : UP;
    filtered[at] = type;
    filtered.set(row.subarray(0, width * 3), at + 1);
    adler = adler32(addByte(adler, type), words, width * 3);
    at += width * 3 + 1;
  }
  return { bytes: filtered.subarray(0, size), adler };
}

const HIGH_BITS = 0x80808080;
const LOW_BITS = 0x7f7f7f7f;

function head({ width, height }: Canvas, dotsPerInch: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const density = Buffer.alloc(9);
  const perMetre = Math.round(dotsPerInch * METRE_IN_INCHES);
  density.writeUInt32BE(perMetre, 0);
  density.writeUInt32BE(perMetre, 4);
  density[8] = 1;
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('pHYs', density), chunk('IDAT', ZLIB_HEADER)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

const ADLER_BASE = 65_521;
/** As many words as can be summed before the sums grow past 31 bits, where numbers get slow. */
const ADLER_STEP = 800;

function addByte(adler: number, byte: number): number {
  const a = ((adler & 0xffff) + byte) % ADLER_BASE;
  return (((((adler >>> 16) + a) % ADLER_BASE) << 16) | a) >>> 0;
}

/** Goes on summing. A row that resembles the one above it is mostly zeros, four of which are one step. */
function adler32(adler: number, row: Uint32Array, length: number): number {
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

/** The checksum of two pieces from theirs and the length of the second (zlib's adler32_combine). */
function combineAdler(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16];
  const [a2, b2] = [second & 0xffff, second >>> 16];
  const a = (a1 + a2 - 1 + ADLER_BASE) % ADLER_BASE;
  const b = (b1 + b2 + (((length % ADLER_BASE) * (a1 - 1 + ADLER_BASE)) % ADLER_BASE)) % ADLER_BASE;
  return ((b << 16) | a) >>> 0;
}
