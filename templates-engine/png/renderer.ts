import { type Box, overlap } from '../graphics/geometry.ts';
import { isImage } from '../scene/image-elements.ts';
import { inkBounds } from '../scene/ink-bounds.ts';
import type { Scene, SceneElement } from '../scene/scene.ts';
import { Canvas, type Patch } from './canvas.ts';
import { encodePng } from './encoder.ts';
import { imagePatch } from './image-patch.ts';
import { openPage } from './page.ts';
import { type Decoded, isPaintedByParts, paintElement } from './paint-element.ts';
import { boxOf, rasterise, SCALE, trim } from './rasterise.ts';
import { resampleAll } from './resample.ts';
import { encodeStatic, type StaticPng } from './static-png.ts';

/** What is the same on every certificate of a template, as pixels and as the chunks of a file. */
export interface PngLayer {
  canvas: Canvas;
  file: StaticPng;
  /** Elements that are painted for each certificate; what lies over them and never changes is a patch. */
  above: { index: number; patch: Patch | null }[];
}

/** Paints once what doesn't vary; takes half a second. */
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

/** Tells rows of pixels that no element above what is fixed is expected on. */
function isStillIn(above: PngLayer['above'], elements: readonly SceneElement[]): (row: number) => boolean {
  const spans = above.flatMap(({ index }) => {
    const element = elements[index];
    const { y, height } = element ? inkBounds(element) : { y: 0, height: 0 };
    return element ? [{ from: Math.floor(y * SCALE), to: Math.ceil((y + height) * SCALE) }] : [];
  });
  return (row) => !spans.some(({ from, to }) => row >= from && row < to);
}

/** The page as a PNG at 144 dpi; the same scene gives the same bytes. */
export async function renderPngPage(layer: PngLayer, { page, elements }: Scene): Promise<Uint8Array> {
  const { canvas, file, above } = layer;
  // Decoded before the first is painted: another page may be painted on the same pixels meanwhile.
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

/** The images above what is fixed, ready to be painted; at once where there are none. */
async function decodeImages({ above }: PngLayer, { page, elements }: Scene): Promise<Decoded> {
  const decoded = new Map<SceneElement, Patch>();
  const painted = above.flatMap(({ index, patch }) => (patch ? [] : (elements[index] ?? [])));
  await Promise.all(painted.map((element) => decodeIn(element, page, decoded)));
  return decoded;
}

/** What varies as a patch, where it is painted as it is; else in the pixels that it takes in an SVG. */
async function decodeIn(element: SceneElement, page: Scene['page'], decoded: Map<SceneElement, Patch>): Promise<void> {
  const { primitive } = element;
  if (isImage(element) && element.isVariable) decoded.set(element, await imagePatch(element, page));
  else if (primitive.kind === 'group' && isPaintedByParts(element))
    await Promise.all(primitive.elements.map((one) => decodeIn(one, page, decoded)));
  else await resampleAll([element]);
}
