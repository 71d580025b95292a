import { Resvg } from '@resvg/resvg-js';
import { type Box, grown, intersection, SCALE } from '../graphics/geometry.ts';
import { isGradient, isTranslucent, type Rgba } from '../graphics/paint.ts';
import { movedPath } from '../graphics/path.ts';
import { pathElement } from '../graphics/svg-paint.ts';
import type { PathPrimitive, Shadow } from './scene.ts';

/** Shadow as pixels at 144 dpi, which both outputs use. */
export interface ShadowPicture {
  box: Box;
  width: number;
  height: number;
  /** Opacity of each pixel, including that of the colour. */
  alpha: Uint8Array;
  /** Shadow in its colour, as a data URI of a PNG. */
  uri: string;
}

/** Reach of a blur in standard deviations. */
const REACH = 3;

/** Returns the distance by which a blurred shadow exceeds its source. */
const blurReach = (blur: number): number => (REACH * blur) / 2;

/**
 * Returns the shadow as a path if that is exact: without blur, and with plain colours that do not overlap translucently. Otherwise returns
 * null.
 */
export function shadowPath(primitive: PathPrimitive): PathPrimitive | null {
  const { shadow, fill, stroke } = primitive;
  if (!shadow || shadow.blur > 0) return null;
  if ((fill && isGradient(fill)) || (stroke && isGradient(stroke))) return null;
  if (fill && stroke && (isTranslucent(fill) || isTranslucent(stroke) || shadow.color.alpha < 1)) return null;
  const faded = (paint: Rgba | null) => paint && { ...shadow.color, alpha: shadow.color.alpha * paint.alpha };
  const { shadow: _, ...plain } = primitive;
  return { ...plain, path: movedPath(primitive.path, shadow.x, shadow.y), fill: faded(fill), stroke: faded(stroke) };
}

const pictures = new WeakMap<Shadow, ShadowPicture | null>();

/** Returns the shadow as a picture; null if nothing of it is visible. Cached by the shadow object, so a static element has one. */
export function shadowPicture(primitive: PathPrimitive): ShadowPicture | null {
  const { shadow } = primitive;
  if (!shadow) return null;
  const known = pictures.get(shadow);
  if (known !== undefined) return known;
  const picture = draw(primitive, shadow);
  pictures.set(shadow, picture);
  return picture;
}

function draw({ path, fill, stroke, strokeWidth, dash }: PathPrimitive, shadow: Shadow): ShadowPicture | null {
  const [left, top] = [Math.floor(shadow.area.x * SCALE), Math.floor(shadow.area.y * SCALE)];
  const width = Math.ceil((shadow.area.x + shadow.area.width) * SCALE) - left;
  const height = Math.ceil((shadow.area.y + shadow.area.height) * SCALE) - top;
  if (width <= 0 || height <= 0 || shadow.area.width === 0 || shadow.area.height === 0) return null;
  const box = { x: left / SCALE, y: top / SCALE, width: width / SCALE, height: height / SCALE };
  const definitions: string[] = [];
  const painted = pathElement(
    path,
    { fill, stroke: stroke && { paint: stroke, width: strokeWidth, ...(dash && { dash }) } },
    definitions,
  );
  const { hex, alpha } = shadow.color;
  const place = `x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"`;
  const filter = [
    `<filter id="shadow" filterUnits="userSpaceOnUse" ${place} color-interpolation-filters="sRGB">`,
    `<feGaussianBlur in="SourceAlpha" stdDeviation="${shadow.blur / 2}" result="blurred"/>`,
    `<feFlood flood-color="${hex}" flood-opacity="${alpha}"/><feComposite in2="blurred" operator="in"/></filter>`,
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}"><defs>${definitions.join('')}${filter}</defs><g filter="url(#shadow)"><g transform="translate(${shadow.x} ${shadow.y})">${painted}</g></g></svg>`;
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { loadSystemFonts: false },
  }).render();
  const { pixels } = image;
  const opacity = new Uint8Array(width * height);
  for (let at = 0; at < opacity.length; at++) opacity[at] = pixels[at * 4 + 3] ?? 0;
  return {
    box,
    width,
    height,
    alpha: opacity,
    uri: `data:image/png;base64,${image.asPng().toString('base64')}`,
  };
}

/** Returns the part of a shadow to draw: the visible part, and a margin around it that the blur needs. */
export const shadowArea = (painted: Box, { x, y, blur }: Pick<Shadow, 'x' | 'y' | 'blur'>, visible: Box): Box =>
  intersection(
    grown({ ...painted, x: painted.x + x, y: painted.y + y }, blurReach(blur) + 1),
    grown(visible, blurReach(blur)),
  );
