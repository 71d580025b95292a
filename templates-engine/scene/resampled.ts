import type { RasterImage } from './scene.ts';

/** Pixels a point of the PNG. */
const SCALE = 2;

interface Size {
  width: number;
  height: number;
}

/** Of images, the same in fewer pixels, as data URIs, by their size. */
const resampled = new WeakMap<RasterImage, Map<string, string>>();

/** The pixels that an image is shown in, in a box in points: as many as the box has in the PNG, and never more than its own. */
export const pixelSize = (image: Size, box: Size): Size => ({
  width: Math.max(1, Math.min(image.width, Math.round(box.width * SCALE))),
  height: Math.max(1, Math.min(image.height, Math.round(box.height * SCALE))),
});

const keyOf = ({ width, height }: Size): string => `${width}x${height}`;

/** Keeps an image in fewer pixels at hand, for as long as the image itself. */
export function keepResampled(image: RasterImage, size: Size, uri: string): void {
  const sizes = resampled.get(image) ?? new Map<string, string>();
  resampled.set(image, sizes.set(keyOf(size), uri));
}

/** The image in the pixels that it has in a box, if it is at hand so. */
export const resampledUri = (image: RasterImage, box: Size): string | undefined =>
  resampled.get(image)?.get(keyOf(pixelSize(image, box)));
