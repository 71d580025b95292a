import { Canvas, PIXEL, sizeOf } from '../pixels/canvas.ts';
import { memoryOf, PAGE_AT } from './webassembly/rows.ts';

/** Canvas in WebAssembly memory, whose rows are compressed in place. */
export interface Page {
  canvas: Canvas;
  /** Address of the pixels in WebAssembly memory. */
  address: number;
  /** Address of space for one row, preceded by a pixel of zeros. */
  rowBehindZeros: number;
  /** Address of space for as many rows as the canvas has. */
  spare: number;
}

let open: { of: Canvas; page: Page } | null = null;

/**
 * Returns a copy of a canvas to paint on. The caller restores it. Only one exists at a time: opening the page of another canvas invalidates
 * it. Opening the same canvas again copies nothing.
 */
export function openPage(of: Canvas): Page {
  if (open?.of === of) return open.page;
  const { width, height, stride } = of;
  const rowBehindZeros = PAGE_AT + PIXEL;
  const address = rowBehindZeros + stride;
  const spare = address + sizeOf(width, height);
  // Allocate everything together, because growing the memory detaches existing views.
  const memory = memoryOf(spare + sizeOf(width, height));
  memory.fill(0, PAGE_AT, rowBehindZeros);
  const canvas = new Canvas(width, height, memory.subarray(address, spare));
  canvas.pixels.set(of.pixels);
  open = { of, page: { canvas, address, rowBehindZeros, spare } };
  return open.page;
}
