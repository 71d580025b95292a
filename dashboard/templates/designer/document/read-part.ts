import type { Outputs } from '../../../lib/session.ts';
import type { PartPicture } from '../model/preview.ts';

type Part = Outputs['designs']['draw']['parts'][number];

/** Returns a part's picture, decoded once. */
export async function readPart({
  element,
  left,
  top,
  isWhole,
  image,
}: Part): Promise<PartPicture & { element: number | null }> {
  return { element, left, top, isWhole, bitmap: image === null ? null : await bitmapOf(image) };
}

async function bitmapOf(uri: string): Promise<ImageBitmap> {
  const image = new Image();
  image.src = uri;
  await image.decode();
  return createImageBitmap(image);
}
