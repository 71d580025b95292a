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

/** The shadows that a box throws (CSS Backgrounds 3, section 6), the first on top. */
export const outerShadows = (paint: PaintStyle, box: Box, shown: Shown): SceneElement[] =>
  topLast(paint, false).flatMap((shadow) => {
    const corners = cornersOf(paint, box);
    return shadowOutside(area(box, corners), smaller(box, corners, -shadow.spread), shadow, shown);
  });

/** Those of its borders onto what is inside of them. */
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

/** A box by so much smaller on each side; larger where that is negative. */
function smaller(box: Box, corners: Corners, by: number) {
  const edges: Edges = [by, by, by, by];
  return area(inset(box, edges), insetCorners(corners, edges));
}
