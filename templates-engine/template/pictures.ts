import { Resvg } from '@resvg/resvg-js';
import { LRUCache } from 'lru-cache';
import { detail } from '../../errors/detail.ts';
import { DesignError } from '../design/design-error.ts';
import { ASSET } from '../elements/shared/image-source.ts';
import type { Pictures } from '../elements/shared/kind.ts';
import { type Picture, smallSize } from '../images/make-picture.ts';
import type { RasterImage } from '../scene/scene.ts';

/** A picture that values name. For checks its bytes are not needed; `size` is their number. */
export type GivenPicture = Omit<Picture, 'content' | 'small'> & { size: number } & Partial<Picture>;

/** Pictures by name: `asset:` and the SHA-256 of what was uploaded, so a name stands for one picture for good. */
export type GivenPictures = ReadonlyMap<string, GivenPicture>;

/** Base64, in which a design has its own images, takes four bytes for three. */
const BASE64 = 4 / 3;

const toImage = ({ content, small, size, format, width, height }: GivenPicture): RasterImage => ({
  ...{ format, width, height },
  bytes: content ?? new Uint8Array(0),
  size: Math.ceil(size * BASE64),
  ...(small && { small: { bytes: small, ...smallSize({ width, height }) } }),
});

/** The same image for the same picture: what is made of it is kept with it. */
const images = new LRUCache<string, RasterImage>({ maxSize: 24_000_000, sizeCalculation: ({ size }) => size });

/** The pictures that are given. */
export const picturesOf =
  (given: GivenPictures): Pictures =>
  (name) => {
    const picture = given.get(name);
    if (!picture?.content) return picture && toImage(picture);
    const image = images.get(name) ?? toImage(picture);
    images.set(name, image);
    return image;
  };

/** An image of a design as a data URI; DesignError with the path where it names a picture that is not given. */
export function embedded(source: string, path: string, given: GivenPictures): string {
  if (!ASSET.test(source)) return source;
  const { content, format } = given.get(source) ?? {};
  if (!content) throw new DesignError([detail(path, 'unknown_picture')]);
  return `data:image/${format};base64,${Buffer.from(content).toString('base64')}`;
}

/** The pictures that are given, and for every other value the sample. */
export const orSample =
  (given: Pictures = () => undefined): Pictures =>
  (name) =>
    given(name) ?? sample();

let drawn: RasterImage | undefined;
const SIDE = 600;

/** Shown where a picture will be: the outline of a person, drawn here. */
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
