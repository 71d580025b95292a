import { PIXEL } from '../pixels/canvas.ts';
import type { Page } from './page.ts';
import { memoryOf, wasm } from './webassembly/rows.ts';

/**
 * Filter for the rows of a band (ISO/IEC 15948, section 9). `none` suits flat colours and gradients that repeat along a row. `up` suits
 * pictures.
 */
export type Filter = 'none' | 'up';
const [SUB, UP] = [1, 2];

/**
 * Returns filtered rows and their checksum (RFC 1950, section 8.2). The next call overwrites filtered bytes. With `up`, each row refers to
 * the row above. The first row of a band refers to its left neighbours.
 */
export function filterRows(page: Page, from: number, to: number, filter: Filter): { bytes: Uint8Array; adler: number } {
  const { stride } = page.canvas;
  const length = (to - from) * stride;
  const at = filter === 'none' ? page.address + from * stride : page.spare;
  if (filter === 'up') filterUp(page, from, to);
  const bytes = memoryOf(at + length).subarray(at, at + length);
  return { bytes, adler: wasm.checksum(at, length) >>> 0 };
}

/** Writes the filtered rows to the spare memory of the page. */
function filterUp({ canvas, address, rowBehindZeros, spare }: Page, from: number, to: number): void {
  const { stride } = canvas;
  const memory = memoryOf(spare + (to - from) * stride);
  // The left neighbour of the first pixel is zeros.
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
