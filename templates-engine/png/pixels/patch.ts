import { type Box, SCALE } from '../../graphics/geometry.ts';

/** Colours with coverage, not premultiplied, and the position of the top left pixel. */
export interface Patch {
  left: number;
  top: number;
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Trims transparent edges off a patch. */
export function trim({ left, top, width, height, rgba }: Patch): Patch {
  let [minX, minY, maxX, maxY] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!rgba[(y * width + x) * 4 + 3]) continue;
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = y;
    }
  }
  const trimmed = { width: Math.max(0, maxX - minX + 1), height: Math.max(0, maxY - minY + 1) };
  const ink = new Uint8Array(trimmed.width * trimmed.height * 4);
  for (let y = 0; y < trimmed.height; y++) {
    const from = ((minY + y) * width + minX) * 4;
    ink.set(rgba.subarray(from, from + trimmed.width * 4), y * trimmed.width * 4);
  }
  return { left: left + minX, top: top + minY, ...trimmed, rgba: ink };
}

/** Returns the position of a patch on the page, in points. */
export const boxOf = ({ left, top, width, height }: Patch): Box => ({
  x: left / SCALE,
  y: top / SCALE,
  width: width / SCALE,
  height: height / SCALE,
});
