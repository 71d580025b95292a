import { addByte, adler32 } from './adler32.ts';
import type { Canvas } from './canvas.ts';

/**
 * How the rows of a band are filtered (section 9): not at all, which suits flat colours and gradients that repeat along a
 * row, or each by the one above it, which suits pictures.
 */
export type Filter = 'none' | 'up';
const [NONE, SUB, UP] = [0, 1, 2];

let filtered = new Uint8Array(0);
let words = new Uint32Array(0);

/**
 * The rows as they are compressed, and the checksum of that (RFC 1950, section 9); the next call overwrites both. `up`: each
 * row less the one above it, a band's first row less its own left neighbour; four bytes at a time, their high bits handled
 * separately, so that no byte borrows from the next.
 */
export function filterRows(
  canvas: Canvas,
  from: number,
  to: number,
  filter: Filter,
): { bytes: Uint8Array; adler: number } {
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
