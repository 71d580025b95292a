import { Resvg } from '@resvg/resvg-js';
import { LRUCache } from 'lru-cache';
import { detail } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';
import { ASSET } from '../elements/shared/image-source.ts';
import type { Pictures } from '../elements/shared/kind.ts';
import { type Picture, smallSize } from '../images/make-picture.ts';
import type { RasterImage } from '../scene/scene.ts';

/** Picture that values name. Checks need no bytes, only `size`, their number. */
export type GivenPicture = Omit<Picture, 'content' | 'small'> & { size: number } & Partial<Picture>;

/** Pictures by name, which is `asset:` and the SHA-256 of the upload. A name always refers to the same picture. */
export type GivenPictures = ReadonlyMap<string, GivenPicture>;

/** Ratio of base64 to bytes. A design contains its images in base64. */
const BASE64 = 4 / 3;

const toImage = ({ content, small, size, format, width, height }: GivenPicture): RasterImage => ({
  ...{ format, width, height },
  bytes: content ?? new Uint8Array(0),
  size: Math.ceil(size * BASE64),
  ...(small && { small: { bytes: small, ...smallSize({ width, height }) } }),
});

/** Cached images. Data derived from an image is cached by its identity. */
const images = new LRUCache<string, RasterImage>({ maxSize: 24_000_000, sizeCalculation: ({ size }) => size });

/** Returns a lookup of the given pictures. */
export const picturesOf =
  (given: GivenPictures): Pictures =>
  (name) => {
    const picture = given.get(name);
    if (!picture?.content) return picture && toImage(picture);
    const image = images.get(name) ?? toImage(picture);
    images.set(name, image);
    return image;
  };

/** Returns an image of a design as a data URI. Throws DesignError with the path if the source names a picture that is not given. */
export function embedded(source: string, path: string, given: GivenPictures): string {
  if (!ASSET.test(source)) return source;
  const { content, format } = given.get(source) ?? {};
  if (!content) throw new DesignError([detail(path, 'unknown_picture')]);
  return `data:image/${format};base64,${Buffer.from(content).toString('base64')}`;
}

/** Returns the given pictures, and the sample for every other name. */
export const orSample =
  (given: Pictures = () => undefined): Pictures =>
  (name) =>
    given(name) ?? sample();

let drawn: RasterImage | undefined;
const SIDE = 600;

/** Returns the placeholder for pictures: the outline of a person. */
function sample(): RasterImage {
  if (!drawn) {
    const bytes = new Resvg(SILHOUETTE).render().asPng();
    drawn = { bytes, size: bytes.length, format: 'png', width: SIDE, height: SIDE };
  }
  return drawn;
}

const SILHOUETTE = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 24 24">
<rect width="24" height="24" fill="#e4e7eb"/><g fill="#9aa5b1"><circle cx="12" cy="9.4" r="4.6"/>
<path d="M2.5 24c0-5.2 4.2-8.4 9.5-8.4s9.5 3.2 9.5 8.4z"/></g></svg>`;
