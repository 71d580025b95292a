import { type Box, intersection, rotatedBounds, union } from '../../graphics/geometry.ts';
import { svgNumber } from '../../graphics/svg-paint.ts';
import { inkBounds } from '../../scene/ink-bounds.ts';
import type { SceneElement } from '../../scene/scene.ts';

/** Point of the picture, in the coordinates of an element. */
export type Anchor = readonly [x: number, y: number];

/**
 * Returns an invisible mark for groups that become separate layers (translucent or clipped). resvg aborts the process if a layer lies
 * outside the picture. The mark paints nothing, but lies inside.
 */
export const anchorElement = (anchor: Anchor | null): string =>
  anchor ? `<path d="M${svgNumber(anchor[0])} ${svgNumber(anchor[1])}h.01v.01h-.01z" fill-opacity="0"/>` : '';

/** Returns a point of the picture inside an element; null if the element lies outside the picture. */
export function anchorOf(element: SceneElement, picture: Box): Anchor | null {
  const { x, y, width, height } = intersection(inkBounds(element), picture);
  if (width <= 0 || height <= 0) return null;
  const { box, rotation } = element;
  const radians = (-rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const [dx, dy] = [x + width / 2 - cx, y + height / 2 - cy];
  return [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos];
}

/**
 * Returns true if content is certainly inside the picture, and no anchor is needed. Applies if the whole box is inside, or part of a box
 * that is filled.
 */
export function isWithin({ primitive, box, rotation }: SceneElement, picture: Box): boolean {
  const content = primitive.kind === 'path' && primitive.reach ? union(box, primitive.reach) : box;
  const bounds = rotatedBounds(content, box, rotation);
  const inside = intersection(bounds, picture);
  if (primitive.kind === 'path' && !primitive.reach) return inside.width > 0 && inside.height > 0;
  return inside.width === bounds.width && inside.height === bounds.height;
}
