import type { Box } from '../../graphics/geometry.ts';
import type { Rgba } from '../../graphics/paint.ts';
import type { PathCommand } from '../../graphics/path.ts';
import { n } from '../file/syntax.ts';

/** Returns an operator that rotates subsequent content clockwise about the centre of a box. */
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

/** Stroke style without its paint. Lengths are in points; PDF's defaults apply to missing members. */
export interface StrokeStyle {
  width: number;
  dash?: readonly number[];
  dashOffset?: number;
  cap?: 'butt' | 'round' | 'square';
  join?: 'miter' | 'round' | 'bevel';
  miterLimit?: number;
}

const CAPS = { butt: 0, round: 1, square: 2 } as const;
const JOINS = { miter: 0, round: 1, bevel: 2 } as const;

/** Returns the operators that set a stroke style. */
export const strokeState = ({ width, dash, dashOffset = 0, cap, join, miterLimit }: StrokeStyle): string =>
  [
    `${n(width)} w`,
    ...(cap ? [`${CAPS[cap]} J`] : []),
    ...(join ? [`${JOINS[join]} j`] : []),
    ...(miterLimit ? [`${n(miterLimit)} M`] : []),
    ...(dash ? [`[${dash.map(n).join(' ')}] ${n(dashPhase(dash, dashOffset))} d`] : []),
  ].join(' ');

/** Returns the phase of dashes, which must not be negative (ISO 32000-1, 8.4.3.6). A pattern of odd length repeats after two rounds. */
function dashPhase(dash: readonly number[], offset: number): number {
  const period = 2 * dash.reduce((sum, length) => sum + length, 0);
  return offset < 0 ? period + (offset % period) : offset;
}
