import { PIXEL } from './canvas.ts';
import type { Page } from './page.ts';
import { memoryOf, wasm } from './webassembly/rows.ts';

/**
 * How the rows of a band are filtered (section 9): not at all, which suits flat colours and gradients that repeat along a
 * row, or each by the one above it, which suits pictures.
 */
export type Filter = 'none' | 'up';
const [SUB, UP] = [1, 2];

/**
 * The rows as they are compressed, and the checksum of that (RFC 1950, section 8.2); the next call overwrites what it filters.
 * `up`: each row less the one above it, a band's first row less its own left neighbour.
 */
export function filterRows(page: Page, from: number, to: number, filter: Filter): { bytes: Uint8Array; adler: number } {
  const { stride } = page.canvas;
  const length = (to - from) * stride;
  const at = filter === 'none' ? page.address + from * stride : page.spare;
  if (filter === 'up') filterUp(page, from, to);
  const bytes = memoryOf(at + length).subarray(at, at + length);
  return { bytes, adler: wasm.checksum(at, length) >>> 0 };
}

/** Writes the filtered rows to the page's spare room. */
function filterUp({ canvas, address, rowBehindZeros, spare }: Page, from: number, to: number): void {
  const { stride } = canvas;
  const memory = memoryOf(spare + (to - from) * stride);
  // The first pixel's neighbour is zeros.
  const first = rowBehindZeros;
  memory.copyWithin(first, address + from * stride, address + (from + 1) * stride);
  const filterRow = (row: number, reference: number, out: number, type: number) => {
    memory[out] = type;
    wasm.filterRow(row + 1, reference + 1, out + 1, stride - 1);
  };
  filterRow(first, first - PIXEL, spare, SUB);
  for (let y = from + 1; y < to; y++) {
    const row = address + y * stride;
    filterRow(row, row - stride, spare + (y - from) * stride, UP);
  }
}
