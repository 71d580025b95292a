import { Resvg } from '@resvg/resvg-js';
import type { Pictures } from '../elements/shared/kind.ts';
import type { Picture } from '../images/make-picture.ts';
import type { RasterImage } from '../scene/scene.ts';

/** A picture that a value names, as far as it is known: for checks its bytes are not needed. */
export type GivenPicture = Omit<Picture, 'content'> & { size: number; content?: Uint8Array };

/** Base64, in which a design has its own images, takes four bytes for three. */
const BASE64 = 4 / 3;

/** A picture as an image of the scene. */
export const toImage = ({ content, size, ...shape }: GivenPicture): RasterImage => ({
  ...shape,
  bytes: content ?? new Uint8Array(0),
  size: Math.ceil(size * BASE64),
});

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
