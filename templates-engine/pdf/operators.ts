import type { Box } from '../graphics/geometry.ts';
import type { Rgba } from '../graphics/paint.ts';
import type { PathCommand } from '../graphics/path.ts';
import { n } from './syntax.ts';

/** Rotates what follows clockwise about the centre of a box. */
export function rotate(degrees: number, { x, y, width, height }: Box): string {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [x + width / 2, y + height / 2];
  return `${[cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy].map(n).join(' ')} cm`;
}

const OPERATOR = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;
export const pathData = (path: readonly PathCommand[]): string =>
  path.map(([command, ...points]) => [...points.map(n), OPERATOR[command]].join(' ')).join('\n');
export const rgb = ({ red, green, blue }: Rgba): string => [red, green, blue].map(n).join(' ');
