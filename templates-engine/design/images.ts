import type { Sharp } from 'sharp';
import { MAX_IMAGE_BYTES } from '../elements/shared/properties.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { DesignError } from './design-error.ts';
import { svgFault } from './svg.ts';

/** More than an A3 page at 300 dpi; a camera's 24 megapixels. */
const MAX_PIXELS = 24_000_000;
/** Vector images become pixels at this density: twice the PNG's, so that the PDF prints well. */
const DPI = 288;
const MAX_SIDE = 4000;

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
  const bytes = decode(uri);
  if (!bytes)
    throw refusal(path, 'takes a data URI of a PNG, JPEG, WebP or SVG image, got one that is cut or malformed');
  if (bytes.length > MAX_IMAGE_BYTES)
    throw refusal(path, `takes an image of at most ${MAX_IMAGE_BYTES} bytes, got ${bytes.length}`);
  onPart(path);
  const safe = await reading(
    bytes,
    path,
    box,
    Math.min(maxPixels, MAX_PIXELS),
    async ({ picture, format, width, height }) => {
      // Decoding it whole shows whether it is one.
      if (format === 'png' || format === 'jpeg') return picture.stats().then(() => ({ format, width, height }));
      return { format, ...(await decoded(picture, Math.max(width, height) > MAX_SIDE)) };
    },
  );
  onPart(null);
  const pixels = safe.width * safe.height;
  if (!('picture' in safe)) return { uri: `data:image/${safe.format};base64,${bytes.toString('base64')}`, pixels };
  const png = await safe.picture.png({ compressionLevel: 9 }).toBuffer();
  return { uri: `data:image/png;base64,${png.toString('base64')}`, pixels };
}

const LOGO = { width: 960, height: 480 };

/** A PNG of a logo, large enough for sharp screens. DesignError, path `logo`, where it is none. */
export async function makeLogo(content: Uint8Array): Promise<Uint8Array> {
  const bytes = Buffer.from(content);
  const box = { width: LOGO.width / 4, height: LOGO.height / 4 };
  return reading(bytes, 'logo', box, MAX_PIXELS, ({ picture }) => {
    const fitted = picture.autoOrient().resize({ ...LOGO, fit: 'inside', withoutEnlargement: true });
    return fitted.png({ compressionLevel: 9 }).toBuffer();
  });
}

const refusal = (path: string, message: string): DesignError => new DesignError([{ path, message }]);

type Format = 'png' | 'jpeg' | 'webp' | 'svg';

interface Opened {
  picture: Sharp;
  format: Format;
  width: number;
  height: number;
}

/** Has a picture of one of the four formats decoded, an SVG at the density that its box wants; DesignError where it can't be. */
async function reading<Result>(
  bytes: Buffer,
  path: string,
  box: { width: number; height: number },
  maxPixels: number,
  decode: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const format = formatOf(bytes);
  const fault = format === 'svg' ? svgFault(bytes) : null;
  if (fault) throw refusal(path, `takes an SVG that stands alone and is quick to draw, got one with ${fault}`);
  try {
    if (!format) throw new Error('none of the four');
    const sharp = await loadSharp();
    const scale = format === 'svg' ? { density: await density(bytes, box) } : {};
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning', ...scale });
    const { width = 0, height = 0, format: found } = await picture.metadata();
    if (found !== format) throw new Error(`${format} on the outside, ${found} on the inside`);
    return await decode({ picture, format, width, height });
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
    throw refusal(
      path,
      isTooLarge
        ? `takes a picture of at most ${maxPixels.toLocaleString('en')} pixels, got a larger one`
        : 'takes a PNG, JPEG, WebP or SVG image, got something that is none',
    );
  }
}

/** The picture drawn once: what is made of it needs no second time. */
async function decoded(picture: Sharp, isTooLong: boolean) {
  const fitted = isTooLong ? picture.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside' }) : picture;
  const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const sharp = await loadSharp();
  return { picture: sharp(data, { raw: { width, height, channels } }), width, height };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const SVG = /^\uFEFF?\s*<(\?xml|!--|!doctype|svg|\w+:svg)/i;

/** Told by the first bytes, before anything is decoded: what is none of the four, a compressed SVG included, never is. */
function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return SVG.test(bytes.toString('utf8', 0, 1000)) ? 'svg' : null;
}

function decode(uri: string): Buffer | null {
  const [, base64, data] = /^data:image\/[a-z+]+(?:;charset=[\w-]+)?(;base64)?,(.+)$/s.exec(uri) ?? [];
  if (!data) return null;
  try {
    return base64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
  } catch {
    return null;
  }
}

/** The density at which the picture has DPI pixels an inch in its box. */
async function density(bytes: Buffer, box: { width: number; height: number }): Promise<number> {
  const sharp = await loadSharp();
  // Its own size may be any: what counts is the one that it is drawn at.
  const { width = 1, height = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const scale = Math.max(box.width / width, box.height / height) * (DPI / 72);
  const limited = Math.min(scale, MAX_SIDE / Math.max(width, height));
  return Math.min(10_000, Math.max(1, 72 * limited));
}
