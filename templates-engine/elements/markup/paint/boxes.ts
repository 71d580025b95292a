import type { Box } from '../../../graphics/geometry.ts';
import { type CornerRadius, type Corners, fitted, insetCorners } from '../../../graphics/rounded-path.ts';
import type { PaintStyle } from '../compile/paint-style.ts';
import { type CssLength, inPoints } from '../css/lengths.ts';

/** Widths of the borders: top, right, bottom, left. */
export type Edges = readonly [number, number, number, number];

export const edgesOf = ({ borders }: PaintStyle): Edges => {
  const [top, right, bottom, left] = borders.map(({ width }) => width);
  return [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0];
};

/** Shrinks a box by the widths of its edges. */
export const inset = ({ x, y, width, height }: Box, [top, right, bottom, left]: Edges): Box => ({
  x: x + left,
  y: y + top,
  width: Math.max(0, width - left - right),
  height: Math.max(0, height - top - bottom),
});

const NOTHING = { fontSize: 0, rootFontSize: 0, viewport: { width: 0, height: 0 } };

/** Resolves a length that is already in points or percent. */
export const lengthOf = (length: CssLength, full: number): number => inPoints(length, NOTHING, full);

/** Returns the radii of the outer edge of a box. */
export function cornersOf({ radii }: PaintStyle, box: Box): Corners {
  const corner = (index: number): CornerRadius => {
    const radius = radii[index];
    return radius ? { x: lengthOf(radius, box.width), y: lengthOf(radius, box.height) } : { x: 0, y: 0 };
  };
  return fitted(box, [corner(0), corner(1), corner(2), corner(3)]);
}

/** Returns the radii of the edge inside the borders. */
export const innerCorners = (paint: PaintStyle, box: Box): Corners =>
  insetCorners(cornersOf(paint, box), edgesOf(paint));
