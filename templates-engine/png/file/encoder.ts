import type { Canvas } from '../pixels/canvas.ts';
import { combineAdler } from './adler32.ts';
import { type Band, encodeBandFast } from './bands.ts';
import { chunk } from './chunks.ts';
import type { Page } from './page.ts';
import type { StaticPng } from './static-png.ts';

/** Empty last block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** Encodes the picture as a file. Only bands with painted rows are compressed. */
export function encodePng(page: Page, layer: StaticPng): Uint8Array {
  const { canvas } = page;
  const chunks: Buffer[] = [layer.head];
  let adler = 1;
  const add = (band: Band) => {
    chunks.push(band.chunk);
    adler = combineAdler(adler, band.adler, band.length);
  };
  const { bands, filter } = layer;
  for (let index = 0; index < bands.length; ) {
    const first = bands[index];
    // Filter Up compresses pictures better.
    const isPicture = first !== undefined && hasPicture(canvas, first);
    let last: Band | undefined;
    for (let band = first; band && isTouched(canvas, band); band = bands[index]) {
      if (hasPicture(canvas, band) !== isPicture) break;
      last = band;
      index++;
    }
    // Adjacent painted bands are encoded together.
    if (first && last) add(encodeBandFast(page, first.from, last.to, isPicture ? 'up' : filter));
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
