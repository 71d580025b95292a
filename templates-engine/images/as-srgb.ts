import type { Metadata, Sharp } from 'sharp';
import { loadSharp } from '../graphics/sharp.ts';

/** Of a JPEG that has to be written again: its loss is not visible. */
const JPEG = { quality: 95, chromaSubsampling: '4:4:4' } as const;
/** Pixels of a side of the sample that two ways of decoding are compared by, and by how much a channel of it may differ. */
const SAMPLE = 48;
const TOLERANCE = 2;

interface Written {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * A PNG or JPEG whose pixels any decoder shows alike: upright, 8 bits a channel, sRGB or grey. Null where the file is that
 * already; another file where its orientation (Exif), its colours (CMYK, an ICC profile) or its depth say more than pixels.
 */
export async function asSrgb(picture: Sharp, bytes: Buffer, format: 'png' | 'jpeg'): Promise<Written | null> {
  if (!(await isMoreThanPixels(bytes, await picture.metadata()))) return null;
  const upright = picture.clone().autoOrient().toColourspace('srgb');
  const encoded = format === 'jpeg' ? upright.jpeg(JPEG) : upright.png({ compressionLevel: 9 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function isMoreThanPixels(bytes: Buffer, { orientation = 1, space, depth, hasProfile }: Metadata) {
  if (orientation > 1 || space === 'cmyk' || depth !== 'uchar') return true;
  return hasProfile === true && !(await isSrgbProfile(bytes));
}

/** Whether a picture's profile changes nothing: most are sRGB's own, and a picture that has it stays as it is. */
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
