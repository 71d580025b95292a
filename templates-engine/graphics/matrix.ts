import type { Box } from './geometry.ts';
import type { Matrix } from './paint.ts';

/** What first goes through the second matrix, then through the first. */
export function multiply([a, b, c, d, e, f]: Matrix, [a2, b2, c2, d2, e2, f2]: Matrix): Matrix {
  return [a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2, b * c2 + d * d2, a * e2 + c * f2 + e, b * e2 + d * f2 + f];
}

/** What undoes a matrix; one that leaves no area is undone by nothing, and stays. */
export function inverse(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f] = matrix;
  const area = a * d - b * c;
  if (Math.abs(area) < 1e-9) return matrix;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** The upright box that holds another one that went through a matrix. */
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
