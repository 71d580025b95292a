import { SCALE } from '../graphics/geometry.ts';
import type { RasterImage } from './scene.ts';

interface Size {
  width: number;
  height: number;
}

/** Resampled copies of images as data URIs, by their size. */
const resampled = new WeakMap<RasterImage, Map<string, string>>();

/** Returns the size in pixels at which an image is shown: that of its box in the PNG, but at most its own. `box` is in points. */
export const pixelSize = (image: Size, box: Size): Size => ({
  width: Math.max(1, Math.min(image.width, Math.round(box.width * SCALE))),
  height: Math.max(1, Math.min(image.height, Math.round(box.height * SCALE))),
});

const keyOf = ({ width, height }: Size): string => `${width}x${height}`;

/** Stores a resampled copy of an image, for the lifetime of the image. */
export function keepResampled(image: RasterImage, size: Size, uri: string): void {
  const sizes = resampled.get(image) ?? new Map<string, string>();
  resampled.set(image, sizes.set(keyOf(size), uri));
}

/** Returns the stored copy of an image for a box; undefined without one. */
export const resampledUri = (image: RasterImage, box: Size): string | undefined =>
  resampled.get(image)?.get(keyOf(pixelSize(image, box)));
