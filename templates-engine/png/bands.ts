import { constants, deflateSync } from 'node:zlib';
import { chunk } from './chunks.ts';
import { deflateRows } from './deflate/deflate.ts';
import { type Filter, filterRows } from './filter-rows.ts';
import type { Page } from './page.ts';

/** Rows of a picture, compressed: a piece of its zlib stream. */
export interface Band {
  from: number;
  to: number;
  /** The whole IDAT chunk. */
  chunk: Buffer;
  /** Of the band's filtered bytes, for the stream's checksum. */
  adler: number;
  length: number;
}

export interface Compression {
  level: number;
  strategy?: number;
}

/** Rows compressed by zlib. */
export function encodeBand(page: Page, from: number, to: number, filter: Filter, compression: Compression): Band {
  const { bytes, adler } = filterRows(page, from, to, filter);
  return compress(bytes, adler, from, to, compression);
}

/** Rows compressed in little time. */
export function encodeBandFast(page: Page, from: number, to: number, filter: Filter): Band {
  const { bytes, adler } = filterRows(page, from, to, filter);
  return { from, to, chunk: chunk('IDAT', deflateRows(bytes, page.canvas.stride)), adler, length: bytes.length };
}

export function compress(bytes: Uint8Array, adler: number, from: number, to: number, compression: Compression): Band {
  const options = { ...compression, memLevel: 9, chunkSize: 1 << 15, finishFlush: constants.Z_FULL_FLUSH };
  const zlib = deflateSync(bytes, options);
  // What zlib writes before the first block is the file's head already.
  return { from, to, chunk: chunk('IDAT', zlib.subarray(2)), adler, length: bytes.length };
}
