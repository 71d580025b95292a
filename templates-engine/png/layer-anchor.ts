import { type Box, intersection, rotatedBounds, union } from '../graphics/geometry.ts';
import { svgNumber } from '../graphics/svg-paint.ts';
import { inkBounds } from '../scene/ink-bounds.ts';
import type { SceneElement } from '../scene/scene.ts';

/** A point of the picture, in an element's own space. */
export type Anchor = readonly [x: number, y: number];

/**
 * What a group that is drawn as a layer of its own (translucent or clipped) has in it beside its content, as resvg ends
 * the process at a layer that lies beside the picture: nothing is painted, but at a point of the picture.
 */
export const anchorElement = (anchor: Anchor | null): string =>
  anchor ? `<path d="M${svgNumber(anchor[0])} ${svgNumber(anchor[1])}h.01v.01h-.01z" fill-opacity="0"/>` : '';

/** A point of the picture that an element is at; null where nothing of the element is in the picture. */
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

/** Whether an element's content is in the picture for sure, so that it needs no anchor: all of its box is, or a part of what fills its box. */
export function isWithin({ primitive, box, rotation }: SceneElement, picture: Box): boolean {
  const content = primitive.kind === 'path' && primitive.reach ? union(box, primitive.reach) : box;
  const bounds = rotatedBounds(content, box, rotation);
  const inside = intersection(bounds, picture);
  if (primitive.kind === 'path' && !primitive.reach) return inside.width > 0 && inside.height > 0;
  return inside.width === bounds.width && inside.height === bounds.height;
}
