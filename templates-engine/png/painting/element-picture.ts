import { SCALE } from '../../graphics/geometry.ts';
import { loadSharp } from '../../graphics/sharp.ts';
import { isImage } from '../../scene/image-elements.ts';
import { inkBounds } from '../../scene/ink-bounds.ts';
import type { Scene, SceneElement } from '../../scene/scene.ts';
import { Canvas } from '../pixels/canvas.ts';
import { type Patch, trim } from '../pixels/patch.ts';
import { imagePatch } from './image-patch.ts';
import { paintElement } from './paint-element.ts';
import { rasterise } from './rasterise.ts';
import { resampleAll } from './resample.ts';

/** Part of a page on a transparent ground. All parts stacked in painting order give the PNG of the page. */
export interface ElementPicture {
  /** Position of the top left pixel, in pixels of the page's PNG (144 dpi). */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Set if nothing is cut off at the edges of the page, or of the margin drawn around it. */
  isWhole: boolean;
  /** Null if it paints nothing on the page. */
  png: Uint8Array | null;
}

/** Returns a function that paints an element, or the whole background, exactly as in the PNG of the page. */
export function elementPainter(page: Scene['page']): (elements: readonly SceneElement[]) => Promise<ElementPicture> {
  let grounds: Grounds | undefined;
  return async (elements) => {
    await resampleAll(elements);
    const [only] = elements.length === 1 ? elements : [];
    if (!only) return pictureOf(rasterise({ x: 0, y: 0, ...page }, elements, page), page);
    if (!only.isVariable) {
      const margin = { x: page.width * BESIDE, y: page.height * BESIDE };
      return pictureOf(trim(rasterise(inkBounds(only), elements, page, margin)), page, margin);
    }
    if (isImage(only)) return pictureOf(trim(await imagePatch(only, page)), page);
    grounds ??= makeGrounds(page);
    return pictureOf(trim(paintedOn(grounds, only, page)), page);
  };
}

/** Margin around the page that is drawn too, as a share of the page. It allows moving elements into the page. */
const BESIDE = 0.25;

/** Black page and white page. Painting on both reveals the opacity of each pixel. */
interface Grounds {
  black: Canvas;
  white: Canvas;
  blank: { black: Canvas; white: Canvas };
}

function makeGrounds({ width, height }: Scene['page']): Grounds {
  const canvas = (value: number) => {
    const made = new Canvas(Math.round(width * SCALE), Math.round(height * SCALE));
    made.pixels.fill(value);
    return made;
  };
  return { black: canvas(0), white: canvas(255), blank: { black: canvas(0), white: canvas(255) } };
}

function paintedOn({ black, white, blank }: Grounds, element: SceneElement, page: Scene['page']): Patch {
  paintElement(black, element, page);
  paintElement(white, element, page);
  const { width, height } = black;
  const bounds = inkBounds(element);
  const [left, top] = [Math.max(0, Math.floor(bounds.x * SCALE)), Math.max(0, Math.floor(bounds.y * SCALE))];
  const columns = Math.max(0, Math.min(width, Math.ceil((bounds.x + bounds.width) * SCALE)) - left);
  const rows = Math.max(0, Math.min(height, Math.ceil((bounds.y + bounds.height) * SCALE)) - top);
  const rgba = new Uint8Array(columns * rows * 4);
  for (let row = 0; row < rows; row++) {
    let from = black.indexOf(left, top + row);
    for (let to = row * columns * 4; to < (row + 1) * columns * 4; to += 4, from += 3) {
      const alpha = 255 - (white.pixels[from] ?? 0) + (black.pixels[from] ?? 0);
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel++)
        rgba[to + channel] = Math.min(255, Math.round(((black.pixels[from + channel] ?? 0) * 255) / alpha));
      rgba[to + 3] = alpha;
    }
  }
  black.restore(blank.black);
  white.restore(blank.white);
  return { left, top, width: columns, height: rows, rgba };
}

async function pictureOf(
  { rgba, ...place }: Patch,
  page: Scene['page'],
  margin = { x: 0, y: 0 },
): Promise<ElementPicture> {
  const { left, top, width, height } = place;
  if (width === 0 || height === 0) return { ...place, left: 0, top: 0, isWhole: false, png: null };
  const isWhole =
    left > Math.round(-margin.x * SCALE) &&
    top > Math.round(-margin.y * SCALE) &&
    left + width < Math.round((page.width + margin.x) * SCALE) &&
    top + height < Math.round((page.height + margin.y) * SCALE);
  const sharp = await loadSharp();
  const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return { ...place, isWhole, png };
}
