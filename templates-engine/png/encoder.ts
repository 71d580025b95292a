import { constants, crc32, deflateSync } from 'node:zlib';
import { filterAdaptively } from './adaptive-filter.ts';
import { adler32Of, combineAdler } from './adler32.ts';
import type { Canvas } from './canvas.ts';
import { type Filter, filterRows } from './filter-rows.ts';

/**
 * PNG (ISO/IEC 15948) written in bands of rows. Each band is a piece of the zlib stream that refers to nothing before it
 * (RFC 1950, 1951: full flush), so the bands that nothing was painted on are taken over from the static layer as they
 * are, with the checksum of their chunk.
 */
const ROWS = 16;
/** Of bands that nothing is expected to be painted on: fewer pieces are smaller. */
const STILL_ROWS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** zlib's header: 32 KB window, no dictionary. */
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** An empty last block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const METRE_IN_INCHES = 39.3701;
interface Band {
  from: number;
  to: number;
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

/**
 * Compresses a picture once, at the highest level and in whichever way is the smallest. `isStill` tells the rows that
 * nothing is expected to be painted on.
 */
export function encodeStatic(canvas: Canvas, dotsPerInch: number, isStill: (row: number) => boolean): StaticPng {
  const rows = bandsOf(canvas.height, isStill);
  const sizes = { none: 0, up: 0 };
  const bands = rows.map(([from, to]) => {
    const plain = encodeBand(canvas, from, to, 'none', TRIAL).chunk.length;
    const up = encodeBand(canvas, from, to, 'up', TRIAL).chunk.length;
    sizes.none += plain;
    sizes.up += up;
    const least = encodeBand(canvas, from, to, up < plain ? 'up' : 'none', BEST);
    return least.chunk.length * FLAT < least.length ? least : photograph(canvas, least);
  });
  return { head: head(canvas, dotsPerInch), bands, filter: sizes.up < sizes.none ? 'up' : 'none' };
}

const smaller = (a: Band, b: Band): Band => (b.chunk.length < a.chunk.length ? b : a);

/**
 * A band as it is smallest if it is of a photograph: what is left by filters that adapt to each row is noise, in which
 * what repeats by chance is not worth a reference.
 */
function photograph(canvas: Canvas, { from, to, ...rest }: Band): Band {
  const filtered = filterAdaptively(canvas, from, to);
  const adler = adler32Of(filtered);
  return [constants.Z_DEFAULT_STRATEGY, constants.Z_FILTERED, constants.Z_HUFFMAN_ONLY]
    .map((strategy) => compress(filtered, adler, from, to, { ...BEST, strategy }))
    .reduce(smaller, { from, to, ...rest });
}

/** From which row up to which each band goes. */
function bandsOf(height: number, isStill: (row: number) => boolean): [from: number, to: number][] {
  const bands: [number, number][] = [];
  for (let from = 0; from < height; ) {
    let to = from;
    while (to < height && to - from < STILL_ROWS && isStill(to)) to++;
    if (to === from) to = Math.min(height, from + ROWS);
    bands.push([from, to]);
    from = to;
  }
  return bands;
}

/** The picture as a file: only the bands with rows that were painted on are compressed. */
export function encodePng(canvas: Canvas, layer: StaticPng): Uint8Array {
  const chunks: Buffer[] = [layer.head];
  let adler = 1;
  const add = (band: Band) => {
    chunks.push(band.chunk);
    adler = combineAdler(adler, band.adler, band.length);
  };
  const { bands, filter } = layer;
  for (let index = 0; index < bands.length; ) {
    const first = bands[index];
    // What is left of a picture by the row above it is smaller, and takes less time.
    const isPicture = first !== undefined && hasPicture(canvas, first);
    let last: Band | undefined;
    for (let band = first; band && isTouched(canvas, band); band = bands[index]) {
      if (hasPicture(canvas, band) !== isPicture) break;
      last = band;
      index++;
    }
    // Adjacent bands that were painted on are encoded together.
    if (first && last)
      add(encodeBand(canvas, first.from, last.to, isPicture ? 'up' : filter, isPicture ? FAST_PICTURE : FAST));
    else {
      if (first) add(first);
      index++;
    }
  }
  const trailer = Buffer.alloc(6);
  LAST_BLOCK.copy(trailer);
  trailer.writeUInt32BE(adler >>> 0, 2);
  chunks.push(chunk('IDAT', trailer), chunk('IEND', Buffer.alloc(0)));
  return Buffer.concat(chunks);
}

const someRow = ({ from, to }: Band, is: (row: number) => boolean): boolean => {
  for (let row = from; row < to; row++) if (is(row)) return true;
  return false;
};
const isTouched = (canvas: Canvas, band: Band): boolean => someRow(band, (row) => canvas.isTouched(row));
const hasPicture = (canvas: Canvas, band: Band): boolean => someRow(band, (row) => canvas.hasPicture(row));

interface Compression {
  level: number;
  strategy?: number;
}
const BEST: Compression = { level: 9 };
/** Tells which filter suits, in a tenth of the time of the best. */
const TRIAL: Compression = { level: 1 };
/** Compressed to less than one part in this many, a band is flat colours or a gradient: no photograph. */
const FLAT = 30;
/** Level 3 takes as long as 1 and leaves a tenth less, 6 takes three times as long and leaves a third less. */
const FAST: Compression = { level: 3 };
/** Of a picture, what is left by the row above it is noise: it repeats by chance alone. */
const FAST_PICTURE: Compression = { level: 1, strategy: constants.Z_RLE };

function encodeBand(canvas: Canvas, from: number, to: number, filter: Filter, compression: Compression): Band {
  const { bytes, adler } = filterRows(canvas, from, to, filter);
  return compress(bytes, adler, from, to, compression);
}

function compress(bytes: Uint8Array, adler: number, from: number, to: number, compression: Compression): Band {
  const options = { ...compression, memLevel: 9, chunkSize: 1 << 15, finishFlush: constants.Z_FULL_FLUSH };
  const zlib = deflateSync(bytes, options);
  // What zlib writes before the first block is the file's head already.
  return { from, to, chunk: chunk('IDAT', zlib.subarray(2)), adler, length: bytes.length };
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
