import { addByte } from './adler32.ts';
import type { Canvas } from './canvas.ts';
import { memoryOf, ROWS_AT, wasm } from './webassembly/rows.ts';

/**
 * How the rows of a band are filtered (section 9): not at all, which suits flat colours and gradients that repeat along a
 * row, or each by the one above it, which suits pictures.
 */
export type Filter = 'none' | 'up';
const [NONE, SUB, UP] = [0, 1, 2];
const PIXEL = 3;

/**
 * The rows as they are compressed, and the checksum of that (RFC 1950, section 8.2); the next call overwrites both. `up`:
 * each row less the one above it, a band's first row less its own left neighbour.
 */
export function filterRows(
  canvas: Canvas,
  from: number,
  to: number,
  filter: Filter,
): { bytes: Uint8Array; adler: number } {
  const { pixels, stride, width } = canvas;
  const length = width * PIXEL;
  // In the memory: zeros, two rows by turns, the result.
  const zeros = ROWS_AT;
  const rows = [zeros + stride, zeros + 2 * stride] as const;
  const result = zeros + 3 * stride;
  const size = (to - from) * (length + 1);
  const inMemory = memoryOf(result + size);
  inMemory.fill(0, zeros, zeros + stride);
  let adler = 1;
  let at = result;
  for (let y = from; y < to; y++) {
    const [row, above] = (y - from) % 2 === 0 ? rows : [rows[1], rows[0]];
    inMemory.set(pixels.subarray(y * stride, (y + 1) * stride), row);
    const type = filter === 'none' ? NONE : y === from ? SUB : UP;
    // The first row lies behind the zeros, which are what its first pixel has for a neighbour.
    const reference = type === NONE ? zeros : type === SUB ? row - PIXEL : above;
    inMemory[at] = type;
    adler = wasm.filterRow(row, reference, at + 1, length, addByte(adler, type)) >>> 0;
    at += length + 1;
  }
  return { bytes: inMemory.subarray(result, at), adler };
}
