import { Resvg } from '@resvg/resvg-js';
import { type Box, SCALE } from '../../graphics/geometry.ts';
import type { Scene, SceneElement } from '../../scene/scene.ts';
import type { Patch } from '../pixels/patch.ts';
import { sceneToSvg } from './svg.ts';

/** Renders elements as pixels within `bounds`. `margin` is in points, and extends the area beyond the page. */
export function rasterise(
  bounds: Box,
  elements: readonly SceneElement[],
  page: Scene['page'],
  margin: { x: number; y: number } = { x: 0, y: 0 },
): Patch {
  const right = Math.round((page.width + margin.x) * SCALE);
  const bottom = Math.round((page.height + margin.y) * SCALE);
  const left = Math.max(Math.round(-margin.x * SCALE), Math.floor(bounds.x * SCALE));
  const top = Math.max(Math.round(-margin.y * SCALE), Math.floor(bounds.y * SCALE));
  const width = Math.min(right, Math.ceil((bounds.x + bounds.width) * SCALE)) - left;
  const height = Math.min(bottom, Math.ceil((bounds.y + bounds.height) * SCALE)) - top;
  if (width <= 0 || height <= 0) return { left, top, width: 0, height: 0, rgba: new Uint8Array(0) };
  const part = { x: left / SCALE, y: top / SCALE, width: width / SCALE, height: height / SCALE };
  const svg = sceneToSvg(part, elements);
  const image = new Resvg(svg, { fitTo: { mode: 'zoom', value: SCALE }, font: { loadSystemFonts: false } }).render();
  return { left, top, width, height, rgba: unpremultiply(image.pixels) };
}

/** Divides the colours of resvg, which are premultiplied, by their alpha, in place. */
function unpremultiply(rgba: Uint8Array): Uint8Array {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      rgba[channel] = Math.min(255, Math.round(((rgba[channel] ?? 0) * 255) / alpha));
    }
  }
  return rgba;
}
