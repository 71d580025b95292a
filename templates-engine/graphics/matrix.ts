import type { Box } from './geometry.ts';
import type { Matrix } from './paint.ts';
import type { PathCommand } from './path.ts';

/** Returns the product of two matrices, which applies the second one first. */
export const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

/** Returns the inverse of a matrix; null if it is singular. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12) return null;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

export const mapPoint = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** Applies a matrix to a path. */
export const mapPath = (path: readonly PathCommand[], matrix: Matrix): PathCommand[] =>
  path.map(([command, ...points]) => {
    const mapped: number[] = [];
    for (let at = 0; at < points.length; at += 2)
      mapped.push(...mapPoint(matrix, points[at] ?? 0, points[at + 1] ?? 0));
    return [command, ...mapped] as PathCommand;
  });

/** Returns the upright bounds of a transformed box. */
export function boundsThrough({ x, y, width, height }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const;
  const across = corners.map(([left, top]) => a * left + c * top + e);
  const down = corners.map(([left, top]) => b * left + d * top + f);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { x: left, y: top, width: Math.max(...across) - left, height: Math.max(...down) - top };
}
