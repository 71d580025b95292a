import { constants, crc32, deflateSync } from 'node:zlib';
import { combineAdler } from './adler32.ts';
import type { Canvas } from './canvas.ts';
import { type Filter, filterRows } from './filter-rows.ts';

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
  /** The filter that compresses most of it best. */
  filter: Filter;
}

/** Compresses a picture once, at the highest level. */
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
    // Adjacent bands that were painted on are encoded together.
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
/** The fastest settings; filtered by `up`, most of a row is zeros. */
const FAST: Record<Filter, Compression> = { none: { level: 1 }, up: { level: 1, strategy: constants.Z_RLE } };

function encodeBand(canvas: Canvas, from: number, to: number, filter: Filter, compression: Compression): Band {
  const { bytes, adler } = filterRows(canvas, from, to, filter);
  const options = { ...compression, memLevel: 9, chunkSize: 1 << 15, finishFlush: constants.Z_FULL_FLUSH };
  const zlib = deflateSync(bytes, options);
  // What zlib writes before the first block is the file's head already.
  return { chunk: chunk('IDAT', zlib.subarray(2)), adler, length: bytes.length };
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
