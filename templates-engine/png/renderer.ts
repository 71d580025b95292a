/**
 * Output of a scene as a PNG at 144 dpi. `pixels/` has the picture, `painting/` draws elements on it, and `file/` compresses it. The base
 * of a page is painted and compressed once per version. The same scene gives the same bytes, whatever was rendered before.
 */

import { SCALE } from '../graphics/geometry.ts';
import { isImage } from '../scene/image-elements.ts';
import { inkBounds } from '../scene/ink-bounds.ts';
import { planPage } from '../scene/paint-plan.ts';
import type { Scene, SceneElement } from '../scene/scene.ts';
import { encodePng } from './file/encoder.ts';
import { openPage } from './file/page.ts';
import { encodeStatic, type StaticPng } from './file/static-png.ts';
import { decodeImages } from './painting/decode-images.ts';
import { paintElement } from './painting/paint-element.ts';
import { rasterise } from './painting/rasterise.ts';
import { Canvas } from './pixels/canvas.ts';
import { boxOf, type Patch, trim } from './pixels/patch.ts';

/** Parts of the page that all certificates of a template share, as pixels and as chunks of a file. */
export interface PngLayer {
  canvas: Canvas;
  file: StaticPng;
  /** Elements painted for each certificate. An overlay is a patch. */
  above: { index: number; patch: Patch | null }[];
}

/** Paints the static parts of a page once. Takes half a second. */
export function compilePng({ page, elements }: Scene): PngLayer {
  const patches = new Map<SceneElement, Patch>();
  const turns = planPage(elements, (element, bounds) => {
    const patch = trim(rasterise(bounds, [element], page));
    patches.set(element, patch);
    return boxOf(patch);
  });
  const base = elements.filter((_, index) => turns[index] === 'base');
  const above = elements.flatMap((element, index) =>
    turns[index] === 'base' ? [] : [{ index, patch: patches.get(element) ?? null }],
  );
  const [width, height] = [Math.round(page.width * SCALE), Math.round(page.height * SCALE)];
  const canvas = new Canvas(width, height);
  canvas.paintPatch(rasterise({ x: 0, y: 0, ...page }, base, page));
  return { canvas, above, file: encodeStatic(openPage(canvas), 72 * SCALE, isStillIn(above, elements)) };
}

/** Returns a function that reports whether a row is free of variable elements. */
function isStillIn(above: PngLayer['above'], elements: readonly SceneElement[]): (row: number) => boolean {
  const spans = above.flatMap(({ index }) => {
    const element = elements[index];
    const { y, height } = element ? inkBounds(element) : { y: 0, height: 0 };
    return element ? [{ from: Math.floor(y * SCALE), to: Math.ceil((y + height) * SCALE) }] : [];
  });
  return (row) => !spans.some(({ from, to }) => row >= from && row < to);
}

/** Renders the page as a PNG at 144 dpi. The same scene gives the same bytes. */
export async function renderPngPage(layer: PngLayer, { page, elements }: Scene): Promise<Uint8Array> {
  const { canvas, file, above } = layer;
  // Images are decoded before painting starts, because another page can use the same pixels while this one waits.
  const own = above.flatMap(({ index, patch }) => (patch ? [] : (elements[index] ?? [])));
  const decoded = await decodeImages(own, page);
  const working = openPage(canvas);
  try {
    for (const { index, patch } of above) {
      const element = elements[index];
      if (!element) continue;
      if (patch) working.canvas.paintPatch(patch, isImage(element));
      else paintElement(working.canvas, element, page, decoded);
    }
    return encodePng(working, file);
  } finally {
    working.canvas.restore(canvas);
  }
}
