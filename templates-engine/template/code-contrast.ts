import { detail } from '../../errors/detail.ts';
import { contrastRatio, luminance, over } from '../graphics/contrast.ts';
import { type Box, intersection, SCALE, union } from '../graphics/geometry.ts';
import type { Rgba } from '../graphics/paint.ts';
import { rasterise } from '../png/painting/rasterise.ts';
import { Canvas } from '../png/pixels/canvas.ts';
import { inkBounds } from '../scene/ink-bounds.ts';
import type { PrimitiveOf, Scene, SceneElement } from '../scene/scene.ts';
import type { PlacementFault } from './placement.ts';

/** Minimum contrast (WCAG 2.2, 1.4.11) between modules and their background for scanners of mobile phones. */
const MIN_CONTRAST = 3;
/** Number of parts per side in which a code is checked. Error correction compensates for less than one part, and for a thin line. */
const PARTS = 12;

type Code = SceneElement & { primitive: PrimitiveOf<'qr'> };

/**
 * Returns QR codes whose modules do not stand out enough from the code's background, the page's background and the static elements below,
 * and legible ones that are lighter than these. The part of a code with the least contrast counts. `first` is the index of the first
 * element of the design. `isBehind` returns true for elements of the design that count as background.
 */
export function codeContrast(
  { page, elements }: Scene,
  first: number,
  isBehind: (index: number) => boolean,
): { faults: PlacementFault[]; lightCodes: PlacementFault[] } {
  const faults: PlacementFault[] = [];
  const lightCodes: PlacementFault[] = [];
  const codes = elements.flatMap((element) => (isCode(element) ? [inkBounds(element)] : []));
  if (codes.length === 0) return { faults, lightCodes };
  const area = intersection(codes.reduce(union), { x: 0, y: 0, width: page.width, height: page.height });
  const canvas = new Canvas(Math.round(page.width * SCALE), Math.round(page.height * SCALE));
  let below: SceneElement[] = [];
  for (const [index, element] of elements.entries()) {
    if (isCode(element)) {
      if (below.length > 0) canvas.paintPatch(rasterise(area, below, page));
      below = [];
      const { least, isLight } = contrastOf(element, partsBehind(canvas, element));
      const ratio = (Math.floor(least * 10) / 10).toFixed(1);
      if (least < MIN_CONTRAST)
        faults.push({ element: index - first, fault: detail('', 'low_contrast', { ratio, least: MIN_CONTRAST }) });
      else if (isLight) lightCodes.push({ element: index - first, fault: detail('', 'light_code') });
    } else if (index < first || isBehind(index - first)) below.push(element);
  }
  return { faults, lightCodes };
}

const isCode = (element: SceneElement): element is Code =>
  element.primitive.kind === 'qr' && element.primitive.size > 0;

/** Returns the mean colour behind each part of a code that is on the page. */
function partsBehind(canvas: Canvas, { primitive: { box }, rotation, box: whole }: Code): Rgba[] {
  const sums = Array.from({ length: PARTS ** 2 }, () => ({ red: 0, green: 0, blue: 0, count: 0 }));
  const radians = (-rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [whole.x + whole.width / 2, whole.y + whole.height / 2];
  for (const { x, y, at } of pixelsIn(canvas, around(box))) {
    const [dx, dy] = [x - cx, y - cy];
    const column = Math.floor(((cx + dx * cos - dy * sin - box.x) / box.width) * PARTS);
    const row = Math.floor(((cy + dx * sin + dy * cos - box.y) / box.height) * PARTS);
    const sum = column >= 0 && column < PARTS && row >= 0 ? sums[row * PARTS + column] : undefined;
    if (!sum) continue;
    sum.red += canvas.pixels[at] ?? 0;
    sum.green += canvas.pixels[at + 1] ?? 0;
    sum.blue += canvas.pixels[at + 2] ?? 0;
    sum.count++;
  }
  return sums
    .filter(({ count }) => count > 0)
    .map(({ red, green, blue, count }) => {
      const mean = (sum: number) => sum / count / 255;
      return { red: mean(red), green: mean(green), blue: mean(blue), alpha: 1, hex: '' };
    });
}

/** Returns a square that contains another at any rotation about its centre. */
const around = ({ x, y, width }: Box): Box => {
  const side = width * Math.SQRT2;
  return { x: x - (side - width) / 2, y: y - (side - width) / 2, width: side, height: side };
};

/** Yields the pixels of a part of the page, each with its centre in points and its offset in the canvas. */
function* pixelsIn(canvas: Canvas, { x, y, width, height }: Box): Generator<{ x: number; y: number; at: number }> {
  const [left, top] = [Math.max(0, Math.floor(x * SCALE)), Math.max(0, Math.floor(y * SCALE))];
  const right = Math.min(canvas.width, Math.ceil((x + width) * SCALE));
  const bottom = Math.min(canvas.height, Math.ceil((y + height) * SCALE));
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++)
      yield { x: (column + 0.5) / SCALE, y: (row + 0.5) / SCALE, at: canvas.indexOf(column, row) };
}

/** Returns the contrast of the part with the least, and whether the modules are lighter than their background. */
function contrastOf({ primitive, opacity }: Code, behind: readonly Rgba[]): { least: number; isLight: boolean } {
  const { color, background } = primitive;
  const faded = (paint: Rgba): Rgba => ({ ...paint, alpha: paint.alpha * opacity });
  let [least, darker, lighter] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const part of behind) {
    const ground = background ? over(faded(background), part) : part;
    const modules = over(faded(color), ground);
    least = Math.min(least, contrastRatio(modules, ground));
    if (luminance(modules) < luminance(ground)) darker++;
    else lighter++;
  }
  // If modules are darker in some parts and lighter in others, no threshold separates them from their background.
  if (darker > 0 && lighter > 0) least = 1;
  return { least, isLight: lighter > 0 };
}
