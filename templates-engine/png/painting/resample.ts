import { loadSharp } from '../../graphics/sharp.ts';
import { imageElementsIn } from '../../scene/image-elements.ts';
import { keepResampled, pixelSize, resampledUri } from '../../scene/resampled.ts';
import type { RasterImage, SceneElement } from '../../scene/scene.ts';

/**
 * Resamples a picture to the pixels of its box in the PNG, if those are fewer. Uses Lanczos, because the renderer only picks pixels and
 * would drop thin lines. The PDF keeps the whole picture.
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
  // Hardly compressed, because it is decoded again immediately.
  const png = await resized.png({ compressionLevel: 1 }).toBuffer();
  keepResampled(image, size, `data:image/png;base64,${png.toString('base64')}`);
}

/** Resamples all images of elements. */
export async function resampleAll(elements: readonly SceneElement[]): Promise<void> {
  for (const { primitive } of elements.flatMap(imageElementsIn)) await resample(primitive.image, primitive.box);
}
