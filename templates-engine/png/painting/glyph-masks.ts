import { Resvg } from '@resvg/resvg-js';
import { LRUCache } from 'lru-cache';
import type { Face } from '../../fonts/faces.ts';
import type { Mask } from '../pixels/canvas.ts';

/** Subpixel positions of a glyph in each direction. A quarter of a pixel is not visible at 144 dpi. */
export const PHASES = 4;
const MAX_BYTES = 8_000_000;
const EMPTY: Mask = { left: 0, top: 0, width: 0, height: 0, alpha: new Uint8Array(0) };

/** Size of an entry besides its pixels, in bytes. */
const ENTRY_BYTES = 64;
const masks = new LRUCache<string, Mask>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ alpha }) => alpha.length + ENTRY_BYTES,
});

/** Returns the coverage of a glyph. `scale` is in pixels per font unit; `phaseX` and `phaseY` are in quarters of a pixel. */
export function glyphMask(face: Face, glyph: number, scale: number, phaseX: number, phaseY: number): Mask {
  const key = `${face.key} ${scale} ${(glyph * PHASES + phaseX) * PHASES + phaseY}`;
  const known = masks.get(key);
  if (known) return known;
  const mask = rasterise(face, glyph, scale, phaseX / PHASES, phaseY / PHASES);
  masks.set(key, mask);
  return mask;
}

function rasterise(face: Face, glyph: number, scale: number, x: number, y: number): Mask {
  const outline = face.outline(glyph);
  const extents = face.font.glyphExtents(glyph);
  if (outline === '' || !extents) return EMPTY;
  // Font units grow upwards: yBearing is the top, and the height is negative.
  const { xBearing, yBearing, width: breadth, height: depth } = extents;
  const left = Math.floor(xBearing * scale + x) - 1;
  const top = Math.floor(-yBearing * scale + y) - 1;
  const width = Math.ceil((xBearing + breadth) * scale + x) + 1 - left;
  const height = Math.ceil(-(yBearing + depth) * scale + y) + 1 - top;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path transform="translate(${x - left} ${y - top}) scale(${scale} ${-scale})" d="${outline}"/></svg>`;
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at++) alpha[at] = pixels[at * 4 + 3] ?? 0;
  return { left, top, width, height, alpha };
}
