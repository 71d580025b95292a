import { constants, deflateSync } from 'node:zlib';
import { chunk } from './chunks.ts';
import { deflateRows } from './deflate/deflate.ts';
import { type Filter, filterRows } from './filter-rows.ts';
import type { Page } from './page.ts';

/** Compressed rows of a picture: a piece of its zlib stream. */
export interface Band {
  from: number;
  to: number;
  /** Complete IDAT chunk. */
  chunk: Buffer;
  /** Checksum of the filtered bytes, for that of the stream. */
  adler: number;
  length: number;
}

export interface Compression {
  level: number;
  strategy?: number;
}

/** Compresses rows with zlib. */
export function encodeBand(page: Page, from: number, to: number, filter: Filter, compression: Compression): Band {
  const { bytes, adler } = filterRows(page, from, to, filter);
  return compress(bytes, adler, from, to, compression);
}

/** Compresses rows with the fast encoder. */
export function encodeBandFast(page: Page, from: number, to: number, filter: Filter): Band {
  const { bytes, adler } = filterRows(page, from, to, filter);
  return { from, to, chunk: chunk('IDAT', deflateRows(bytes, page.canvas.stride)), adler, length: bytes.length };
}

export function compress(bytes: Uint8Array, adler: number, from: number, to: number, compression: Compression): Band {
  const options = { ...compression, memLevel: 9, chunkSize: 1 << 15, finishFlush: constants.Z_FULL_FLUSH };
  const zlib = deflateSync(bytes, options);
  // Drop zlib's header, which the head of the file already contains.
  return { from, to, chunk: chunk('IDAT', zlib.subarray(2)), adler, length: bytes.length };
}
