import { Canvas, sizeOf } from './canvas.ts';
import { memoryOf, PAGE_AT } from './webassembly/rows.ts';

/** A canvas whose rows can be compressed where they are. */
export interface Page {
  canvas: Canvas;
  /** Where its pixels are in the memory of WebAssembly. */
  address: number;
  /** Where room for a row of zeros is, and behind it for another row. */
  zeros: number;
  /** Where room for as many rows as the canvas has is. */
  spare: number;
}

let open: { of: Canvas; page: Page } | null = null;

/**
 * A copy of a canvas to paint on, which the caller restores. There is one at a time: those of other canvases can't be used any more.
 * That one is copied anew only after another, since most pages follow one of the same template.
 */
export function openPage(of: Canvas): Page {
  if (open?.of === of) return open.page;
  const { width, height, stride } = of;
  const zeros = PAGE_AT;
  const address = zeros + 2 * stride;
  const spare = address + sizeOf(width, height);
  // All at once: when the memory grows, what was a view of it is none any more.
  const memory = memoryOf(spare + sizeOf(width, height));
  memory.fill(0, zeros, address);
  const canvas = new Canvas(width, height, memory.subarray(address, spare));
  canvas.pixels.set(of.pixels);
  open = { of, page: { canvas, address, zeros, spare } };
  return open.page;
}
