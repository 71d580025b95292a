import { deflateSync } from 'node:zlib';
import { loadSharp } from '../../graphics/sharp.ts';
import type { RasterImage } from '../../scene/scene.ts';
import { type ObjectNumber, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import { addDrawing } from './drawing.ts';

/** Writes images. Returns their objects. */
export async function addImages(
  file: PdfWriter,
  images: Iterable<RasterImage>,
): Promise<Map<RasterImage, ObjectNumber>> {
  const written = new Map<RasterImage, ObjectNumber>();
  for (const image of images) if (!written.has(image)) written.set(image, await addImage(file, image));
  return written;
}

/** Writes an image with its transparency as a mask. A JPEG is embedded unchanged, a PNG as pixels, a drawing as a form. */
async function addImage(file: PdfWriter, image: RasterImage): Promise<ObjectNumber> {
  const { bytes, format, width, height, drawing } = image;
  if (drawing) return addDrawing(file, drawing);
  const sharp = await loadSharp();
  const entries = { Type: '/XObject', Subtype: '/Image', Width: String(width), Height: String(height) };
  if (format === 'jpeg') {
    const { channels } = await sharp(bytes).metadata();
    const space = channels === 1 ? '/DeviceGray' : '/DeviceRGB';
    return file.addStream({ ...entries, ColorSpace: space, BitsPerComponent: '8', Filter: '/DCTDecode' }, bytes);
  }
  const pixels = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  return addPixels(file, entries, pixels);
}

/** Writes pixels of four channels. */
function addPixels(file: PdfWriter, entries: Record<string, string>, pixels: Uint8Array): ObjectNumber {
  const count = pixels.length / 4;
  const [colors, alpha] = [new Uint8Array(count * 3), new Uint8Array(count)];
  let isOpaque = true;
  for (let at = 0; at < count; at++) {
    colors.set(pixels.subarray(at * 4, at * 4 + 3), at * 3);
    alpha[at] = pixels[at * 4 + 3] ?? 0;
    isOpaque &&= alpha[at] === 255;
  }
  const add = (space: string, data: Uint8Array, more: Record<string, string> = {}) =>
    file.addStream(
      { ...entries, ColorSpace: space, BitsPerComponent: '8', Filter: '/FlateDecode', ...more },
      deflateSync(data, { level: 9 }),
    );
  return isOpaque
    ? add('/DeviceRGB', colors)
    : add('/DeviceRGB', colors, { SMask: reference(add('/DeviceGray', alpha)) });
}
