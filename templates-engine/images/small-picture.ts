import { loadSharp } from '../graphics/sharp.ts';

/**
 * Scales the PNG of a rendered certificate down, for a page (`webp`) or an e-mail (`jpeg`, which every mail program shows). `width` is in
 * pixels; narrower pictures keep their size.
 */
export async function smallPicture(png: Uint8Array, width: number, format: 'webp' | 'jpeg'): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const small = sharp(png).resize({ width, withoutEnlargement: true });
  return format === 'webp'
    ? small.webp({ quality: 82 }).toBuffer()
    : small.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}
