import { type Box, intersection } from '../graphics/geometry.ts';
import { svgNumber } from '../graphics/svg-paint.ts';
import { inkBounds } from '../scene/ink-bounds.ts';
import type { SceneElement } from '../scene/scene.ts';

/** A path that paints nothing. */
const dot = (x: number, y: number): string =>
  `<path d="M${svgNumber(x)} ${svgNumber(y)}h.01v.01h-.01z" fill-opacity="0"/>`;

/**
 * What a group that is drawn as a layer of its own (translucent or clipped) has in it beside its content where that may
 * lie beside the picture, as resvg ends the process at such a layer: a point of the picture, in the element's own space.
 * Null for an element of which nothing is in the picture.
 */
export function layerAnchor(element: SceneElement, picture: Box): string | null {
  const bounds = inkBounds(element);
  const { x, y, width, height } = intersection(bounds, picture);
  if (width <= 0 || height <= 0) return null;
  if (width === bounds.width && height === bounds.height) return '';
  const { box, rotation } = element;
  const radians = (-rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const [dx, dy] = [x + width / 2 - cx, y + height / 2 - cy];
  return dot(cx + dx * cos - dy * sin, cy + dx * sin + dy * cos);
}
