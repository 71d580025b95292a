import type { Sharp } from 'sharp';
import { MAX_IMAGE_BYTES } from '../elements/shared/properties.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { decodeImage, MAX_PIXELS, MAX_SIDE, refusal } from './decode-image.ts';

interface SafeImage {
  uri: string;
  pixels: number;
}

/** Called with the path of a picture before it is decoded, and with null after it. */
export type OnPart = (path: string | null) => void;

/**
 * An image that is safe to render for ever after: told by its content, decoded once, PNG or JPEG. An SVG that could
 * read a file or the network is refused, any other becomes pixels here; it never reaches a renderer. `maxPixels` bounds its
 * pixels, which are known before any is decoded.
 */
export async function makeImageSafe(
  uri: string,
  path: string,
  box: { width: number; height: number },
  { onPart, maxPixels }: { onPart: OnPart; maxPixels: number },
): Promise<SafeImage> {
  const bytes = bytesOf(uri);
  if (!bytes)
    throw refusal(path, 'takes a data URI of a PNG, JPEG, WebP or SVG image, got one that is cut or malformed');
  if (bytes.length > MAX_IMAGE_BYTES)
    throw refusal(path, `takes an image of at most ${MAX_IMAGE_BYTES} bytes, got ${bytes.length}`);
  onPart(path);
  const safe = await decodeImage(
    bytes,
    path,
    box,
    Math.min(maxPixels, MAX_PIXELS),
    async ({ picture, format, width, height }) => {
      // Decoding it whole shows whether it is one.
      if (format === 'png' || format === 'jpeg') return picture.stats().then(() => ({ format, width, height }));
      return { format, ...(await rasterise(picture, Math.max(width, height) > MAX_SIDE)) };
    },
  );
  onPart(null);
  const pixels = safe.width * safe.height;
  if (!('picture' in safe)) return { uri: `data:image/${safe.format};base64,${bytes.toString('base64')}`, pixels };
  const png = await safe.picture.png({ compressionLevel: 9 }).toBuffer();
  return { uri: `data:image/png;base64,${png.toString('base64')}`, pixels };
}

/** The image as pixels: what is made of it decodes nothing a second time. */
async function rasterise(picture: Sharp, isTooLong: boolean) {
  const fitted = isTooLong ? picture.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside' }) : picture;
  const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const sharp = await loadSharp();
  return { picture: sharp(data, { raw: { width, height, channels } }), width, height };
}

/** The content of a data URI; null where it is malformed. */
function bytesOf(uri: string): Buffer | null {
  const [, base64, data] = /^data:image\/[a-z+]+(?:;charset=[\w-]+)?(;base64)?,(.+)$/s.exec(uri) ?? [];
  if (!data) return null;
  try {
    return base64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
  } catch {
    return null;
  }
}
