import { loadSharp } from '../graphics/sharp.ts';
import { imageElementsIn } from '../scene/image-elements.ts';
import { keepResampled, pixelSize, resampledUri } from '../scene/resampled.ts';
import type { RasterImage, SceneElement } from '../scene/scene.ts';

/**
 * Has a picture at hand in the pixels that a box takes in the PNG, where those are fewer than its own: a renderer that
 * only picks pixels would drop thin lines. Lanczos; the PDF keeps all of the picture.
 */
async function resample(image: RasterImage, box: { width: number; height: number }): Promise<void> {
  if (image.drawing) return;
  const size = pixelSize(image, box);
  if (size.width === image.width && size.height === image.height) return;
  if (resampledUri(image, box) !== undefined) return;
  const sharp = await loadSharp();
  const resized = sharp(image.bytes)
    .toColourspace('srgb')
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' });
  // Decoded again at once, so it is hardly compressed.
  const png = await resized.png({ compressionLevel: 1 }).toBuffer();
  keepResampled(image, size, `data:image/png;base64,${png.toString('base64')}`);
}

/** The same for all images of elements. */
export async function resampleAll(elements: readonly SceneElement[]): Promise<void> {
  for (const { primitive } of elements.flatMap(imageElementsIn)) await resample(primitive.image, primitive.box);
}
