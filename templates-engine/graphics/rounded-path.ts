import type { Box } from './geometry.ts';
import { KAPPA, type PathCommand, rectanglePath } from './path.ts';

/** Horizontal and vertical radius of a corner. */
export interface CornerRadius {
  x: number;
  y: number;
}

/** Radii of the corners, clockwise from the top left. */
export type Corners = readonly [CornerRadius, CornerRadius, CornerRadius, CornerRadius];

/** Returns a rectangle with a radius for each corner. If adjacent radii overlap, all are reduced (CSS Backgrounds 3, 4.5). */
export function roundedPath(box: Box, corners: Corners): PathCommand[] {
  const [tl, tr, br, bl] = fitted(box, corners);
  if ([tl, tr, br, bl].every(({ x, y }) => x <= 0 || y <= 0)) return rectanglePath(box);
  const { x, y } = box;
  const [right, bottom, k] = [x + box.width, y + box.height, 1 - KAPPA];
  return [
    ['M', x + tl.x, y],
    ['L', right - tr.x, y],
    ['C', right - tr.x * k, y, right, y + tr.y * k, right, y + tr.y],
    ['L', right, bottom - br.y],
    ['C', right, bottom - br.y * k, right - br.x * k, bottom, right - br.x, bottom],
    ['L', x + bl.x, bottom],
    ['C', x + bl.x * k, bottom, x, bottom - bl.y * k, x, bottom - bl.y],
    ['L', x, y + tl.y],
    ['C', x, y + tl.y * k, x + tl.x * k, y, x + tl.x, y],
    ['Z'],
  ];
}

/** Returns the radii of an edge inside the given one, or outside it for negative distances. */
export const insetCorners = (
  corners: Corners,
  [top, right, bottom, left]: readonly [number, number, number, number],
): Corners => {
  const less = ({ x, y }: CornerRadius, across: number, down: number): CornerRadius =>
    x <= 0 || y <= 0 ? { x: 0, y: 0 } : { x: Math.max(0, x - across), y: Math.max(0, y - down) };
  const [tl, tr, br, bl] = corners;
  return [less(tl, left, top), less(tr, right, top), less(br, right, bottom), less(bl, left, bottom)];
};

export function fitted({ width, height }: Box, corners: Corners): Corners {
  const [tl, tr, br, bl] = corners;
  const share = Math.min(
    1,
    ...[
      [width, tl.x + tr.x],
      [width, bl.x + br.x],
      [height, tl.y + bl.y],
      [height, tr.y + br.y],
    ].map(([side = 0, sum = 0]) => (sum > 0 ? side / sum : 1)),
  );
  const scaled = ({ x, y }: CornerRadius): CornerRadius => ({ x: x * share, y: y * share });
  return [scaled(tl), scaled(tr), scaled(br), scaled(bl)];
}
