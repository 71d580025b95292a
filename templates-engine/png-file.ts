import { constants, crc32, deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.ts';

/**
 * PNG (ISO/IEC 15948) written in bands of rows. Each band is a piece of the zlib stream that refers to nothing before it
 * (RFC 1950, 1951: full flush), so the bands that nothing was painted on are taken over from the static layer as they
 * are, with the checksum of their chunk.
 */
const ROWS = 8;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** zlib's header: 32 KB window, no dictionary. */
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** An empty last block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const METRE_IN_INCHES = 39.3701;
const [SUB, UP] = [1, 2];

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
}

/** Compresses a picture once, as small as it gets. */
export function encodeStatic(canvas: Canvas, dotsPerInch: number): StaticPng {
  const bands: Band[] = [];
  for (let row = 0; row < canvas.height; row += ROWS) {
    bands.push(encodeBand(canvas, row, Math.min(canvas.height, row + ROWS), { level: 9 }));
  }
  return { head: head(canvas, dotsPerInch), bands };
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
    add(encodeBand(canvas, index * ROWS, Math.min(canvas.height, end * ROWS), FAST));
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

/** Runs of equal bytes are all that filtered rows of a certificate have, and the quickest to find. */
const FAST = { level: 1, strategy: constants.Z_RLE };

function encodeBand(canvas: Canvas, from: number, to: number, options: { level: number; strategy?: number }): Band {
  const filtered = filterRows(canvas, from, to);
  const zlib = deflateSync(filtered, { ...options, memLevel: 9, finishFlush: constants.Z_FULL_FLUSH });
  // What zlib writes before the first block is the file's head already.
  return { chunk: chunk('IDAT', zlib.subarray(2)), adler: adler32(filtered), length: filtered.length };
}

let scratch = new Uint8Array(0);

/** Each row less the one above it; a band's first row less its own left neighbour. The result is overwritten by the next call. */
function filterRows({ pixels, width }: Canvas, from: number, to: number): Uint8Array {
  const stride = width * 3;
  const size = (to - from) * (stride + 1);
  if (scratch.length < size) scratch = new Uint8Array(size);
  const filtered = scratch.subarray(0, size);
  let at = 0;
  for (let row = from; row < to; row++) {
    const start = row * stride;
    if (row === from) {
      filtered[at++] = SUB;
      filtered.set(pixels.subarray(start, start + 3), at);
      for (let byte = 3; byte < stride; byte++) {
        filtered[at + byte] = (pixels[start + byte] ?? 0) - (pixels[start + byte - 3] ?? 0);
      }
    } else {
      filtered[at++] = UP;
      for (let byte = 0; byte < stride; byte++) {
        filtered[at + byte] = (pixels[start + byte] ?? 0) - (pixels[start + byte - stride] ?? 0);
      }
    }
    at += stride;
  }
  return filtered;
}

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
/** As many bytes as can be summed before the sums grow past 32 bits (RFC 1950, section 9). */
const ADLER_STEP = 3800;

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let from = 0; from < bytes.length; from += ADLER_STEP) {
    const to = Math.min(bytes.length, from + ADLER_STEP);
    for (let at = from; at < to; at++) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  return ((b << 16) | a) >>> 0;
}

/** The checksum of two pieces from theirs and the length of the second (zlib's adler32_combine). */
function combineAdler(first: number, second: number, length: number): number {
  const [a1, b1] = [first & 0xffff, first >>> 16];
  const [a2, b2] = [second & 0xffff, second >>> 16];
  const a = (a1 + a2 - 1 + ADLER_BASE) % ADLER_BASE;
  const b = (b1 + b2 + (((length % ADLER_BASE) * (a1 - 1 + ADLER_BASE)) % ADLER_BASE)) % ADLER_BASE;
  return ((b << 16) | a) >>> 0;
}
