import type { Metadata, Sharp } from 'sharp';
import { jpegFrame } from '../graphics/jpeg.ts';
import { loadSharp } from '../graphics/sharp.ts';

/** Settings for re-encoding a JPEG without visible loss. */
const JPEG = { quality: 95, chromaSubsampling: '4:4:4' } as const;
/** Pixels per side of the sample that compares two ways of decoding, and the maximum difference per channel. */
const SAMPLE = 48;
const TOLERANCE = 2;

interface Written {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Normalises a PNG or JPEG so that every decoder shows the same pixels: upright, 8 bits per channel, sRGB or grey. Returns null if the file
 * is already in this form. Otherwise applies its orientation (Exif), colour space (CMYK, ICC profile) and depth. A lossless or arithmetic
 * JPEG is encoded again, because most readers do not decode it.
 */
export async function asSrgb(picture: Sharp, bytes: Buffer, format: 'png' | 'jpeg'): Promise<Written | null> {
  const isCommon = format === 'png' || jpegFrame(bytes)?.isCommon === true;
  if (isCommon && !(await isMoreThanPixels(bytes, await picture.metadata()))) return null;
  const upright = picture.clone().autoOrient().toColourspace('srgb');
  const encoded = format === 'jpeg' ? upright.jpeg(JPEG) : upright.png({ compressionLevel: 9 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function isMoreThanPixels(bytes: Buffer, { orientation = 1, space, depth, hasProfile }: Metadata) {
  if (orientation > 1 || space === 'cmyk' || depth !== 'uchar') return true;
  return hasProfile === true && !(await isSrgbProfile(bytes));
}

/** Returns true if the profile of a picture changes nothing. Most profiles are sRGB, and such a picture stays unchanged. */
async function isSrgbProfile(bytes: Buffer): Promise<boolean> {
  const sharp = await loadSharp();
  const sample = (ignoreIcc: boolean) =>
    sharp(bytes, { ignoreIcc })
      .toColourspace('srgb')
      .removeAlpha()
      .resize(SAMPLE, SAMPLE, { fit: 'fill' })
      .raw()
      .toBuffer();
  const [converted, plain] = await Promise.all([sample(false), sample(true)]);
  return (
    converted.length === plain.length && converted.every((value, at) => Math.abs(value - (plain[at] ?? 0)) <= TOLERANCE)
  );
}
