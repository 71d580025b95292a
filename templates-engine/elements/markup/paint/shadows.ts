import type { Box } from '../../../graphics/geometry.ts';
import { insetCorners, roundedPath } from '../../../graphics/rounded-path.ts';
import type { SceneElement } from '../../../scene/scene.ts';
import { shadowInside, shadowOutside } from '../../shared/box-shadow.ts';
import type { PaintStyle, Shadow } from '../compile/paint-style.ts';
import { cornersOf, type Edges, edgesOf, innerCorners, inset } from './boxes.ts';

interface Shown {
  opacity: number;
  visible: Box;
}

/** Returns the outer shadows of a box (CSS Backgrounds 3, section 6), the first on top. */
export const outerShadows = (paint: PaintStyle, box: Box, shown: Shown): SceneElement[] =>
  topLast(paint, false).flatMap((shadow) => {
    const corners = cornersOf(paint, box);
    return shadowOutside(area(box, corners), smaller(box, corners, -shadow.spread), shadow, shown);
  });

/** Returns the inset shadows, which fall from the borders onto the area inside. */
export const innerShadows = (paint: PaintStyle, box: Box, shown: Shown): SceneElement[] =>
  topLast(paint, true).flatMap((shadow) => {
    const inner = inset(box, edgesOf(paint));
    const corners = innerCorners(paint, box);
    return shadowInside(area(inner, corners), smaller(inner, corners, shadow.spread), shadow, shown);
  });

const topLast = ({ shadows }: PaintStyle, isInset: boolean): Shadow[] =>
  shadows.filter((shadow) => shadow.isInset === isInset).reverse();

type Corners = ReturnType<typeof cornersOf>;

const area = (bounds: Box, corners: Corners) => ({ bounds, path: roundedPath(bounds, corners) });

/** Shrinks a box by the same distance on each side. A negative distance enlarges it. */
function smaller(box: Box, corners: Corners, by: number) {
  const edges: Edges = [by, by, by, by];
  return area(inset(box, edges), insetCorners(corners, edges));
}
