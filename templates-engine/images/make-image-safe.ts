/**
 * Reader of uploaded pictures, which runs in a child process. An upload is decoded once. All that is stored of it is the output of this
 * folder's encoders, so later code can decode it without risk. No SVG reaches a renderer unchanged.
 */

import type { Sharp } from 'sharp';
import { MAX_IMAGE_BYTES } from '../elements/shared/properties.ts';
import { asSrgb } from './as-srgb.ts';
import { decodeImage, drawingIn, MAX_PIXELS, MAX_SIDE, refusal } from './decode-image.ts';
import { withoutMetadata } from './without-metadata.ts';

interface SafeImage {
  uri: string;
  /** Number of pixels; 0 for a drawing. */
  pixels: number;
}

interface SafeOptions {
  onPart: OnPart;
  maxPixels: number;
  /** Language of the design, for the texts of an SVG. */
  language: string | null;
  asPixels?: boolean;
}

/** Called with the path of a picture before it is decoded, and with null after it. */
export type OnPart = (path: string | null) => void;

/**
 * Returns a permanently safe form of an image: a PNG, a JPEG, or the drawing of an SVG in a few elements (see vectorise). The content
 * determines the format, and is decoded once. An SVG that could read files or the network is rejected. An SVG that a drawing cannot
 * represent becomes pixels, as does any image with `asPixels`. No SVG reaches a renderer unchanged. `maxPixels` limits the pixels, which
 * are known before decoding.
 */
export async function makeImageSafe(
  uri: string,
  path: string,
  box: { width: number; height: number },
  { onPart, maxPixels, language, asPixels = false }: SafeOptions,
): Promise<SafeImage> {
  const bytes = bytesOf(uri);
  if (!bytes) throw refusal(path, 'not_a_picture');
  if (bytes.length > MAX_IMAGE_BYTES)
    throw refusal(path, 'file_too_large', { size: bytes.length, most: MAX_IMAGE_BYTES });
  onPart(path);
  const drawing = asPixels ? null : await drawingIn(bytes, path, language);
  if (drawing !== null) {
    onPart(null);
    return { uri: `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`, pixels: 0 };
  }
  const safe = await decodeImage(
    bytes,
    path,
    box,
    Math.min(maxPixels, MAX_PIXELS),
    async ({ picture, format, width, height }) => {
      if (format === 'png' || format === 'jpeg') {
        await requireWhole(picture, format);
        const converted = await asSrgb(picture, bytes, format);
        return { format, ...(converted ?? { bytes: withoutMetadata(bytes, format), width, height }) };
      }
      return { format: 'png', ...(await rasterise(picture, Math.max(width, height) > MAX_SIDE)) };
    },
    language,
  );
  onPart(null);
  return {
    uri: `data:image/${safe.format};base64,${Buffer.from(safe.bytes).toString('base64')}`,
    pixels: safe.width * safe.height,
  };
}

/**
 * Decodes a picture completely and throws if it is damaged. In sharp 0.35.5, `stats()` ignores damage of interlaced PNGs, and `resize()`
 * some damage of JPEGs, because it decodes only a part of their detail.
 */
async function requireWhole(picture: Sharp, format: 'png' | 'jpeg'): Promise<void> {
  if (format === 'jpeg') await picture.stats();
  else await picture.clone().resize(1, 1, { fit: 'fill' }).raw().toBuffer();
}

/** Returns the image as a PNG, upright and in sRGB. */
async function rasterise(picture: Sharp, isTooLong: boolean) {
  const upright = picture.autoOrient();
  const fitted = isTooLong ? upright.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside' }) : upright;
  const { data, info } = await fitted
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Returns the content of a data URI; null if it is malformed. */
function bytesOf(uri: string): Buffer | null {
  const [, base64, data] = /^data:image\/[a-z+]+(?:;charset=[\w-]+)?(;base64)?,(.+)$/s.exec(uri) ?? [];
  if (!data) return null;
  try {
    return base64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
  } catch {
    return null;
  }
}
