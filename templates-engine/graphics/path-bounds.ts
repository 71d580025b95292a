import type { Box } from './geometry.ts';
import type { PathCommand } from './path.ts';

/** Returns the smallest box around a path without its stroke; null for a path without points. */
export function pathBounds(path: readonly PathCommand[]): Box | null {
  const [xs, ys]: [number[], number[]] = [[], []];
  let [x, y] = [0, 0];
  for (const command of path) {
    if (command[0] === 'Z') continue;
    if (command[0] === 'C') {
      const [, x1, y1, x2, y2, x3, y3] = command;
      xs.push(...extremes(x, x1, x2, x3));
      ys.push(...extremes(y, y1, y2, y3));
    }
    [x, y] = command.slice(-2) as [number, number];
    xs.push(x);
    ys.push(y);
  }
  if (xs.length === 0) return null;
  const [left, top] = [least(xs), least(ys)];
  return { x: left, y: top, width: -least(xs.map((value) => -value)) - left, height: -least(ys.map((v) => -v)) - top };
}

const least = (values: readonly number[]): number =>
  values.reduce((smallest, value) => Math.min(smallest, value), Infinity);

/** Returns the extrema of a cubic curve in one dimension. */
function extremes(p0: number, p1: number, p2: number, p3: number): number[] {
  const [a, b, c] = [-p0 + 3 * p1 - 3 * p2 + p3, 2 * (p0 - 2 * p1 + p2), p1 - p0];
  const roots = Math.abs(a) < 1e-12 ? [-c / b] : quadraticRoots(a, b, c);
  return roots
    .filter((t) => t > 0 && t < 1)
    .map((t) => (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t ** 2 * p2 + t ** 3 * p3);
}

function quadraticRoots(a: number, b: number, c: number): number[] {
  const square = b * b - 4 * a * c;
  if (square < 0) return [];
  return [(-b + Math.sqrt(square)) / (2 * a), (-b - Math.sqrt(square)) / (2 * a)];
}

/** Returns an upper bound of the length of a path. A curve counts as the lines through its control points. */
export function pathLength(path: readonly PathCommand[]): number {
  let [length, x, y, startX, startY] = [0, 0, 0, 0, 0];
  const to = (nextX: number, nextY: number) => {
    length += Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  };
  for (const [command, ...points] of path) {
    if (command === 'Z') to(startX, startY);
    else if (command === 'M') [x, y, startX, startY] = [points[0] ?? 0, points[1] ?? 0, points[0] ?? 0, points[1] ?? 0];
    else for (let at = 0; at < points.length; at += 2) to(points[at] ?? 0, points[at + 1] ?? 0);
  }
  return length;
}
