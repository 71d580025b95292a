import type { PathCommand } from './geometry.ts';
import type { Matrix } from './paint.ts';

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** A glyph's outline (SVG path data, as HarfBuzz gives it), its quadratic curves as cubics, through a matrix. */
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
