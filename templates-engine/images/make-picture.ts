import type { Sharp } from 'sharp';
import { loadSharp } from '../graphics/sharp.ts';
import { decodeImage, MAX_PIXELS } from './decode-image.ts';

/** A picture of a certificate's own, as it is kept: upright, in sRGB, and without anything but its pixels. */
export interface Picture {
  content: Uint8Array;
  format: 'png' | 'jpeg';
  width: number;
  height: number;
}

/** Pixels of the longest side: 300 dpi on 17 cm of paper. */
const PICTURE_SIDE = 2000;
/** Of what is larger than this, half the side is kept: noise, or a photograph with transparency. */
const MAX_BYTES = 2_000_000;
const JPEG_QUALITY = 88;

/**
 * A safe copy of an uploaded PNG, JPEG, WebP or SVG image, which is decoded here and never again as it came. What is opaque
 * becomes a JPEG, unless a PNG is smaller, as of a drawing. DesignError with the path where it is no such image.
 */
export async function makePicture(content: Uint8Array, path: string): Promise<Picture> {
  // The density of an SVG is chosen for this box, in points: 288 dpi of it is the longest side.
  const box = { width: PICTURE_SIDE / 4, height: PICTURE_SIDE / 4 };
  return decodeImage(Buffer.from(content), path, box, MAX_PIXELS, async ({ picture, format }) => {
    const whole = await fitted(picture.autoOrient(), PICTURE_SIDE);
    const made = await encode(whole, format === 'jpeg');
    return made.content.length <= MAX_BYTES
      ? made
      : encode(await fitted(whole.clone(), PICTURE_SIDE / 2), format === 'jpeg');
  });
}

async function encode(pixels: Sharp, isPhotograph: boolean): Promise<Picture> {
  const { isOpaque } = await pixels.clone().stats();
  if (!isOpaque) return encoded(pixels.clone().png(), 'png');
  const jpeg = await encoded(pixels.clone().removeAlpha().jpeg({ quality: JPEG_QUALITY }), 'jpeg');
  if (isPhotograph) return jpeg;
  const png = await encoded(pixels.clone().removeAlpha().png(), 'png');
  return png.content.length < jpeg.content.length ? png : jpeg;
}

/** The pixels of a picture in sRGB, no side longer than `side`. */
async function fitted(picture: Sharp, side: number): Promise<Sharp> {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels } });
}

async function encoded(picture: Sharp, format: Picture['format']): Promise<Picture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { content: data, format, width: info.width, height: info.height };
}
