import type { Box } from '../../../graphics/geometry.ts';
import { insetCorners, roundedPath } from '../../../graphics/rounded-path.ts';
import type { Primitive } from '../../../scene/scene.ts';
import type { PaintStyle, Shadow } from '../compile/paint-style.ts';
import { cornersOf, type Edges, inset } from './boxes.ts';

/** A shadow of a box's shape, and the box that holds it and the shape (CSS Backgrounds 3, section 6). */
export function shadowPaths(
  { x, y, blur, spread, color }: Shadow,
  paint: PaintStyle,
  box: Box,
): { primitive: Primitive; reach: Box } {
  const edges: Edges = [-spread, -spread, -spread, -spread];
  const grown = inset(box, edges);
  const shape = roundedPath({ ...grown, x: grown.x + x, y: grown.y + y }, insetCorners(cornersOf(paint, box), edges));
  const margin = Math.max(Math.abs(x), Math.abs(y)) + Math.abs(spread) + blur * 2 + 1;
  const reach = inset(box, [-margin, -margin, -margin, -margin]);
  return { primitive: { kind: 'path', path: shape, fill: color, stroke: null, strokeWidth: 0 }, reach };
}
