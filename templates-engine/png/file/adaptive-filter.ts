import { type Canvas, PIXEL } from '../pixels/canvas.ts';

const FILTERS = [0, 1, 2, 3, 4] as const;
type FilterType = (typeof FILTERS)[number];

/**
 * Filters the rows of a band, each with the filter that gives the least sum of absolute differences (PNG, 12.8). The first row refers to
 * nothing above it. Slow and best for photographs, so it is used only for data compressed once.
 */
export function filterAdaptively({ pixels, stride, width }: Canvas, from: number, to: number): Uint8Array {
  const length = width * PIXEL;
  const bytes = new Uint8Array((to - from) * stride);
  const candidates = FILTERS.map(() => new Uint8Array(length));
  const nothing = new Uint8Array(length);
  for (let y = from; y < to; y++) {
    const row = pixels.subarray(y * stride + 1, (y + 1) * stride);
    const above = y === from ? nothing : pixels.subarray((y - 1) * stride + 1, y * stride);
    let [best, least]: [FilterType, number] = [0, Number.POSITIVE_INFINITY];
    for (const type of FILTERS) {
      // Without a row above, Up equals None, and Average and Paeth are variants of Sub.
      if (y === from && type > 1) break;
      const sum = filterRow(type, row, above, candidates[type] ?? nothing, least);
      if (sum < least) [best, least] = [type, sum];
    }
    const at = (y - from) * stride;
    bytes[at] = best;
    bytes.set(candidates[best] ?? row, at + 1);
  }
  return bytes;
}

/** Filters a row into `out`. Returns the sum of its bytes as absolute signed numbers. Stops with a sum above `most`. */
function filterRow(type: FilterType, row: Uint8Array, above: Uint8Array, out: Uint8Array, most: number): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) {
    const left = at < PIXEL ? 0 : (row[at - PIXEL] ?? 0);
    const up = above[at] ?? 0;
    const guess = type < 2 ? left * type : predict(type, left, up, at < PIXEL ? 0 : (above[at - PIXEL] ?? 0));
    const difference = ((row[at] ?? 0) - guess) & 0xff;
    out[at] = difference;
    sum += difference < 128 ? difference : 256 - difference;
    if (sum > most) return sum;
  }
  return sum;
}

function predict(type: FilterType, left: number, up: number, corner: number): number {
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
