import type { Box } from './geometry.ts';
import { IDENTITY, type Matrix } from './paint.ts';

/** Command of a path with absolute points: `M`, `L`, `C` or `Z`, which both SVG and PDF support. */
export type PathCommand = ['M' | 'L', number, number] | ['C', number, number, number, number, number, number] | ['Z'];

/** Distance of the control points of a quarter circle, as a share of the radius. */
export const KAPPA = 0.5522847498;

export function rectanglePath({ x, y, width, height }: Box, radius = 0): PathCommand[] {
  const r = Math.min(radius, width / 2, height / 2);
  const [right, bottom, k] = [x + width, y + height, r * (1 - KAPPA)];
  if (r <= 0) return [['M', x, y], ['L', right, y], ['L', right, bottom], ['L', x, bottom], ['Z']];
  return [
    ['M', x + r, y],
    ['L', right - r, y],
    ['C', right - k, y, right, y + k, right, y + r],
    ['L', right, bottom - r],
    ['C', right, bottom - k, right - k, bottom, right - r, bottom],
    ['L', x + r, bottom],
    ['C', x + k, bottom, x, bottom - k, x, bottom - r],
    ['L', x, y + r],
    ['C', x, y + k, x + k, y, x + r, y],
    ['Z'],
  ];
}

export function ellipsePath({ x, y, width, height }: Box): PathCommand[] {
  const [cx, cy, rx, ry] = [x + width / 2, y + height / 2, width / 2, height / 2];
  const [kx, ky] = [rx * KAPPA, ry * KAPPA];
  return [
    ['M', cx + rx, cy],
    ['C', cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry],
    ['C', cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy],
    ['C', cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry],
    ['C', cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy],
    ['Z'],
  ];
}

/** Parses a glyph outline (SVG path data from HarfBuzz) and applies a matrix. Quadratic curves become cubic. */
export function parsePath(data: string, matrix: Matrix = IDENTITY): PathCommand[] {
  const [a, b, c, d, e, f] = matrix;
  const map = (x: number, y: number): [number, number] => [a * x + c * y + e, b * x + d * y + f];
  const path: PathCommand[] = [];
  let [x, y] = [0, 0];
  for (const [, command, list = ''] of data.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const p = [...list.matchAll(/-?[\d.]+(?:e-?\d+)?/g)].map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (command === 'M' || command === 'L') path.push([command, ...map(p[0], p[1])]);
    else if (command === 'C') path.push(['C', ...map(p[0], p[1]), ...map(p[2], p[3]), ...map(p[4], p[5])]);
    else if (command === 'Q') {
      const first = map(x + ((p[0] - x) * 2) / 3, y + ((p[1] - y) * 2) / 3);
      const second = map(p[2] + ((p[0] - p[2]) * 2) / 3, p[3] + ((p[1] - p[3]) * 2) / 3);
      path.push(['C', ...first, ...second, ...map(p[2], p[3])]);
    } else path.push(['Z']);
    if (p.length >= 2) [x, y] = p.slice(-2) as [number, number];
  }
  return path;
}

/** Returns a closed path in the opposite direction. */
export function reversedPath(path: readonly PathCommand[]): PathCommand[] {
  const points = path.flatMap((command): (readonly [number, number, PathCommand])[] => {
    if (command[0] === 'Z') return [];
    const [x, y] = command.slice(-2) as [number, number];
    return [[x, y, command]];
  });
  const last = points.at(-1);
  if (!last) return [];
  const back: PathCommand[] = [['M', last[0], last[1]]];
  for (let index = points.length - 1; index > 0; index--) {
    const [, , command] = points[index] ?? [0, 0, ['Z'] as PathCommand];
    const [x, y] = points[index - 1] ?? [0, 0];
    if (command[0] === 'C') back.push(['C', command[3], command[4], command[1], command[2], x, y]);
    else back.push(['L', x, y]);
  }
  return [...back, ['Z']];
}

/** Moves a path by a distance in points. */
export const movedPath = (path: readonly PathCommand[], x: number, y: number): PathCommand[] =>
  path.map(([command, ...points]) => [
    command,
    ...points.map((value, index) => value + (index % 2 === 0 ? x : y)),
  ]) as PathCommand[];
