import { LRUCache } from 'lru-cache';
import { type Box, SCALE } from '../../graphics/geometry.ts';
import { toRgba } from '../../graphics/paint.ts';
import { loadSharp } from '../../graphics/sharp.ts';
import type { ImageElement } from '../../scene/image-elements.ts';
import { inkBounds } from '../../scene/ink-bounds.ts';
import type { RasterImage, Scene } from '../../scene/scene.ts';
import type { Patch } from '../pixels/patch.ts';
import { rasterise } from './rasterise.ts';

/** Maximum size of cached patches in bytes. All certificates of a batch often show the same picture, for example a signature. */
const MAX_BYTES = 24_000_000;
const patches = new LRUCache<string, Patch>({ maxSize: MAX_BYTES, sizeCalculation: ({ rgba }) => rgba.length + 1 });
/** Numbers of images, as part of cache keys. */
const numbers = new WeakMap<RasterImage, number>();
let lastNumber = 0;

/** Returns an image as pixels of the page. Decoding at the displayed size is faster and smoother than shrinking later. */
export async function imagePatch(element: ImageElement, page: Scene['page']): Promise<Patch> {
  const { primitive, rotation, opacity, box } = element;
  const { image, box: place, clip } = primitive;
  const number = numbers.get(image) ?? ++lastNumber;
  numbers.set(image, number);
  const key = JSON.stringify([number, place, clip, rotation, opacity, box, page]);
  const known = patches.get(key);
  if (known) return known;
  const patch = rotation === 0 ? await upright(element, page) : await rotated(element, page);
  patches.set(key, patch);
  return patch;
}

/** Bounds in whole pixels, so that the edges of pictures are sharp. */
interface Pixels {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const toPixels = ({ x, y, width, height }: Box): Pixels => {
  const [left, top] = [Math.round(x * SCALE), Math.round(y * SCALE)];
  return {
    left,
    top,
    right: Math.max(left + 1, Math.round((x + width) * SCALE)),
    bottom: Math.max(top + 1, Math.round((y + height) * SCALE)),
  };
};

const intersection = (a: Pixels, b: Pixels): Pixels => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

async function upright(element: ImageElement, page: Scene['page']): Promise<Patch> {
  const { image, box, clip } = element.primitive;
  const whole = toPixels(box);
  const onPage = intersection(whole, toPixels({ x: 0, y: 0, ...page }));
  const shown = clip ? intersection(onPage, toPixels(element.box)) : onPage;
  const [width, height] = [shown.right - shown.left, shown.bottom - shown.top];
  if (width <= 0 || height <= 0) return { left: 0, top: 0, width: 0, height: 0, rgba: new Uint8Array(0) };
  const size = { width: whole.right - whole.left, height: whole.bottom - whole.top };
  const sharp = await loadSharp();
  const rgba = await sharp(bytesFor(image, size))
    .resize({ ...size, fit: 'fill' })
    .extract({ left: shown.left - whole.left, top: shown.top - whole.top, width, height })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  const patch = { left: shown.left, top: shown.top, width, height, rgba };
  if (clip?.some(([command]) => command === 'C')) cut(patch, coverage(element, page));
  if (element.opacity < 1) fade(patch, element.opacity);
  return patch;
}

/** Returns the bytes of the small image if it has enough pixels. */
const bytesFor = ({ bytes, small }: RasterImage, { width, height }: { width: number; height: number }): Uint8Array =>
  small && small.width >= width && small.height >= height ? small.bytes : bytes;

/** Masks of clips, which all certificates share. */
const masks = new LRUCache<string, Patch>({
  max: 50,
  maxSize: MAX_BYTES,
  sizeCalculation: ({ rgba }) => rgba.length + 1,
});

const WHITE = toRgba('#fff');

/** Returns the coverage of an element's clip as the alpha channel of a patch. */
function coverage({ primitive, ...element }: ImageElement, page: Scene['page']): Patch {
  const key = JSON.stringify([primitive.clip, page]);
  const known = masks.get(key);
  if (known) return known;
  const path = { kind: 'path' as const, path: primitive.clip ?? [], fill: WHITE, stroke: null, strokeWidth: 0 };
  const mask = rasterise(element.box, [{ ...element, opacity: 1, primitive: path }], page);
  masks.set(key, mask);
  return mask;
}

/** Multiplies the alpha channel of a patch by that of a mask, in place. */
function cut({ left, top, width, height, rgba }: Patch, mask: Patch): void {
  for (let y = 0; y < height; y++) {
    const row = top + y - mask.top;
    const isInside = row >= 0 && row < mask.height;
    for (let x = 0; x < width; x++) {
      const column = left + x - mask.left;
      const isCovered = isInside && column >= 0 && column < mask.width;
      const covered = isCovered ? (mask.rgba[(row * mask.width + column) * 4 + 3] ?? 0) : 0;
      if (covered === 255) continue;
      const at = (y * width + x) * 4 + 3;
      rgba[at] = Math.round(((rgba[at] ?? 0) * covered) / 255);
    }
  }
}

function fade({ rgba }: Patch, opacity: number): void {
  for (let at = 3; at < rgba.length; at += 4) rgba[at] = Math.round((rgba[at] ?? 0) * opacity);
}

/** Returns a rotated image, rendered through an SVG. The image is first reduced to the pixels of its box. */
async function rotated(element: ImageElement, page: Scene['page']): Promise<Patch> {
  const { image, box } = element.primitive;
  const sharp = await loadSharp();
  const width = Math.max(1, Math.min(image.width, Math.round(box.width * SCALE)));
  const height = Math.max(1, Math.min(image.height, Math.round(box.height * SCALE)));
  const resized = sharp(bytesFor(image, { width, height }))
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb');
  const bytes = await resized.png({ compressionLevel: 1 }).toBuffer();
  const small: RasterImage = { ...image, bytes, format: 'png', width, height };
  return rasterise(inkBounds(element), [{ ...element, primitive: { ...element.primitive, image: small } }], page);
}
