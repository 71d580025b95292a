import type { Sharp } from 'sharp';
import { loadSharp } from '../graphics/sharp.ts';
import { decodeImage, MAX_PIXELS } from './decode-image.ts';

/** Stored picture of a certificate: upright, in sRGB, and without metadata. */
export interface Picture {
  /** Picture for the PDF. */
  content: Uint8Array;
  /** Copy with `SMALL_SIDE` pixels, which is faster to decode for the PNG. Null if the picture is not larger. */
  small: Uint8Array | null;
  /** Format of both. */
  format: 'png' | 'jpeg';
  width: number;
  height: number;
}

/** Pixels of the longest side: 300 dpi on 13 cm of paper. */
const PICTURE_SIDE = 1600;
/** Pixels of the small copy's longest side: 7 cm in the PNG. */
const SMALL_SIDE = 400;
/** Maximum bytes. A larger picture is kept at half its side; it is noise, or a photograph with transparency. */
const MAX_BYTES = 1_500_000;
const QUALITY = { picture: 85, small: 90 };

/**
 * Returns a safe copy of an uploaded PNG, JPEG, WebP or SVG image. The original is decoded only here. Opaque pictures become a JPEG, unless
 * a PNG is smaller, as for drawings. Throws DesignError with the path if it is not such an image.
 */
export async function makePicture(content: Uint8Array, path: string): Promise<Picture> {
  // Box in points that determines the density of an SVG: at 288 dpi, its side is PICTURE_SIDE pixels.
  const box = { width: PICTURE_SIDE / 4, height: PICTURE_SIDE / 4 };
  return decodeImage(Buffer.from(content), path, box, MAX_PIXELS, async ({ picture, format }) => {
    const isPhotograph = format === 'jpeg';
    const whole = await fitted(picture.autoOrient(), PICTURE_SIDE);
    const made = await encode(whole, isPhotograph);
    if (made.content.length <= MAX_BYTES) return withSmall(whole, made);
    const half = await fitted(whole(), PICTURE_SIDE / 2);
    return withSmall(half, await encode(half, isPhotograph));
  });
}

/** Returns the size of the small copy of a picture. */
export function smallSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, SMALL_SIDE / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

type Encoded = Omit<Picture, 'small'>;
/** Starts a pipeline on pixels. Cloning a pipeline would copy them. */
type Pixels = () => Sharp;

async function withSmall(pixels: Pixels, picture: Encoded): Promise<Picture> {
  const size = smallSize(picture);
  if (size.width === picture.width && size.height === picture.height) return { ...picture, small: null };
  const resized = pixels().resize({ ...size, fit: 'fill' });
  const small = picture.format === 'png' ? resized.png() : resized.removeAlpha().jpeg({ quality: QUALITY.small });
  return { ...picture, small: await small.toBuffer() };
}

/** Returns the pixels of a picture in sRGB, with sides of at most `side`. */
async function fitted(picture: Sharp, side: number): Promise<Pixels> {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const sharp = await loadSharp();
  return () => sharp(data, { raw: { width, height, channels } });
}

async function encode(pixels: Pixels, isPhotograph: boolean): Promise<Encoded> {
  const { isOpaque } = await pixels().stats();
  if (!isOpaque) return encoded(pixels().png(), 'png');
  const jpeg = await encoded(pixels().removeAlpha().jpeg({ quality: QUALITY.picture }), 'jpeg');
  if (isPhotograph) return jpeg;
  const png = await encoded(pixels().removeAlpha().png(), 'png');
  return png.content.length < jpeg.content.length ? png : jpeg;
}

async function encoded(picture: Sharp, format: Picture['format']): Promise<Encoded> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { content: data, format, width: info.width, height: info.height };
}
