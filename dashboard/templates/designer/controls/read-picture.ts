import { t } from '@lingui/core/macro';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '../../../../templates-engine/elements/shared/properties.ts';
import { LocalError } from '../../../lib/errors/errors.ts';

const MEGABYTE = 1024 * 1024;
export const MAX_SIZE = t`${{ size: MAX_IMAGE_BYTES / MEGABYTE }} MB`;

/** Accepted image files, as shown next to file inputs. */
export const IMAGE_RULE = t`PNG, JPEG, WebP or SVG, up to ${{ size: MAX_SIZE }}`;

export interface Picture {
  src: string;
  width: number;
  height: number;
}

/** Reads a file as a picture with its size in CSS pixels. Throws a readable error if the file is not an image. */
export async function readPicture(file: File): Promise<Picture> {
  if (!IMAGE_TYPES.includes(file.type))
    throw new LocalError(
      t`“${{ file: file.name }}” isn’t a supported image. Use PNG, JPEG, WebP or SVG, up to ${{ size: MAX_SIZE }}.`,
    );
  if (file.size > MAX_IMAGE_BYTES) {
    const megabytes = (file.size / MEGABYTE).toFixed(2);
    throw new LocalError(t`“${{ file: file.name }}” is ${megabytes} MB. Images can be up to ${{ size: MAX_SIZE }}.`);
  }
  const src = await readAsDataUri(file);
  const image = new Image();
  image.src = file.type === 'image/svg+xml' ? await outlineOf(file) : src;
  await image.decode().catch(() => {
    throw new LocalError(t`“${{ file: file.name }}” couldn’t be read as an image.`);
  });
  // An SVG can lack an intrinsic size.
  return { src, width: image.naturalWidth || 200, height: image.naturalHeight || 200 };
}

/** Returns an SVG with the file's size and without content, because drawing an SVG of a few lines can freeze the page. */
async function outlineOf(file: File): Promise<string> {
  const { documentElement: root } = new DOMParser().parseFromString(await file.text(), 'image/svg+xml');
  root.replaceChildren();
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
}

/** Returns a file's content as a data URI. */
export const readAsDataUri = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new LocalError(t`“${{ file: file.name }}” couldn’t be read.`));
    reader.readAsDataURL(file);
  });
