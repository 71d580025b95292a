import { type Box, overlap, SCALE } from '../graphics/geometry.ts';
import { isImage } from '../scene/image-elements.ts';
import { inkBounds } from '../scene/ink-bounds.ts';
import type { Scene, SceneElement } from '../scene/scene.ts';
import { encodePng } from './file/encoder.ts';
import { openPage } from './file/page.ts';
import { encodeStatic, type StaticPng } from './file/static-png.ts';
import { imagePatch } from './painting/image-patch.ts';
import { type Decoded, isPaintedByParts, paintElement } from './painting/paint-element.ts';
import { rasterise } from './painting/rasterise.ts';
import { resampleAll } from './painting/resample.ts';
import { Canvas } from './pixels/canvas.ts';
import { boxOf, type Patch, trim } from './pixels/patch.ts';

/** Parts of the page that all certificates of a template share, as pixels and as chunks of a file. */
export interface PngLayer {
  canvas: Canvas;
  file: StaticPng;
  /** Elements painted for each certificate. A static element above a variable one is a patch. */
  above: { index: number; patch: Patch | null }[];
}

/** Paints the static parts of a page once. Takes half a second. */
export function compilePng({ page, elements }: Scene): PngLayer {
  const below: SceneElement[] = [];
  const above: PngLayer['above'] = [];
  const covers = (box: Box) =>
    above.some(({ index, patch }) => {
      const element = elements[index];
      return element !== undefined && overlap(box, patch ? boxOf(patch) : inkBounds(element));
    });
  for (const [index, element] of elements.entries()) {
    if (element.isVariable) {
      above.push({ index, patch: null });
      continue;
    }
    const bounds = inkBounds(element);
    const patch = covers(bounds) ? trim(rasterise(bounds, [element], page)) : null;
    if (patch && covers(boxOf(patch))) above.push({ index, patch });
    else below.push(element);
  }
  const [width, height] = [Math.round(page.width * SCALE), Math.round(page.height * SCALE)];
  const canvas = new Canvas(width, height);
  canvas.paintPatch(rasterise({ x: 0, y: 0, ...page }, below, page));
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
  const decoded = await decodeImages(layer, { page, elements });
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

/** Returns the decoded images that are painted per certificate. Resolves without delay if there are no images. */
async function decodeImages({ above }: PngLayer, { page, elements }: Scene): Promise<Decoded> {
  const decoded = new Map<SceneElement, Patch>();
  const painted = above.flatMap(({ index, patch }) => (patch ? [] : (elements[index] ?? [])));
  await Promise.all(painted.map((element) => decodeIn(element, page, decoded)));
  return decoded;
}

/** Decodes a variable image as a patch if it is painted directly; otherwise resamples it for an SVG. */
async function decodeIn(element: SceneElement, page: Scene['page'], decoded: Map<SceneElement, Patch>): Promise<void> {
  const { primitive } = element;
  if (isImage(element) && element.isVariable) decoded.set(element, await imagePatch(element, page));
  else if (primitive.kind === 'group' && isPaintedByParts(element))
    await Promise.all(primitive.elements.map((one) => decodeIn(one, page, decoded)));
  else await resampleAll([element]);
}
