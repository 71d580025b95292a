import { Canvas, PIXEL, sizeOf } from './canvas.ts';
import { memoryOf, PAGE_AT } from './webassembly/rows.ts';

/** A canvas whose rows can be compressed where they are. */
export interface Page {
  canvas: Canvas;
  /** Where its pixels are in the memory of WebAssembly. */
  address: number;
  /** Where there is room for a row, behind a pixel of zeros. */
  rowBehindZeros: number;
  /** Where there is room for as many rows as the canvas has. */
  spare: number;
}

let open: { of: Canvas; page: Page } | null = null;

/**
 * A copy of a canvas to paint on, which the caller restores. There is one at a time: the page of another canvas can't be used any more.
 * Where the last one was of the same canvas, as most are, nothing is copied again.
 */
export function openPage(of: Canvas): Page {
  if (open?.of === of) return open.page;
  const { width, height, stride } = of;
  const rowBehindZeros = PAGE_AT + PIXEL;
  const address = rowBehindZeros + stride;
  const spare = address + sizeOf(width, height);
  // All at once: when the memory grows, what was a view of it is none any more.
  const memory = memoryOf(spare + sizeOf(width, height));
  memory.fill(0, PAGE_AT, rowBehindZeros);
  const canvas = new Canvas(width, height, memory.subarray(address, spare));
  canvas.pixels.set(of.pixels);
  open = { of, page: { canvas, address, rowBehindZeros, spare } };
  return open.page;
}
