import { type Box, grown } from '../../../graphics/geometry.ts';
import { insetCorners, roundedPath } from '../../../graphics/rounded-path.ts';
import type { Primitive } from '../../../scene/scene.ts';
import { shadowArea } from '../../../scene/shadow.ts';
import type { PaintStyle, Shadow } from '../compile/paint-style.ts';
import { cornersOf, type Edges, inset } from './boxes.ts';

/** A path whose shadow alone is to be seen is this far from its shadow, off any page. */
const AWAY = 30_000;

/** A shadow of a box's shape, and the box that holds it and the shape (CSS Backgrounds 3, section 6). */
export function shadowPaths(
  { x, y, blur, spread, color }: Shadow,
  paint: PaintStyle,
  box: Box,
  page: Box,
): { primitive: Primitive; reach: Box } {
  const edges: Edges = [-spread, -spread, -spread, -spread];
  const shape = inset(box, edges);
  const corners = insetCorners(cornersOf(paint, box), edges);
  const margin = Math.max(Math.abs(x), Math.abs(y)) + Math.abs(spread) + blur * 2 + 1;
  const plain = { kind: 'path', stroke: null, strokeWidth: 0 } as const;
  if (blur === 0) {
    const path = roundedPath({ ...shape, x: shape.x + x, y: shape.y + y }, corners);
    return { primitive: { ...plain, path, fill: color }, reach: grown(box, margin) };
  }
  const away = { ...shape, x: shape.x - AWAY };
  const shadow = { x: x + AWAY, y, blur, color };
  const area = shadowArea(away, shadow, page);
  const fill = { ...color, alpha: 1 };
  const primitive: Primitive = {
    ...plain,
    path: roundedPath(away, corners),
    fill,
    shadow: { ...shadow, area },
    reach: area,
  };
  return { primitive, reach: grown(box, margin) };
}
