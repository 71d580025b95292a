import { type Gradient, isGradient, type Paint, type Rgba } from './paint.ts';
import type { PathCommand } from './path.ts';

/** Stroke style without its paint. Lengths are in points, and `dash` is as in SVG. */
export interface StrokeStyle {
  width: number;
  dash?: readonly number[];
}

export const pathData = (path: readonly PathCommand[]): string =>
  path.map(([command, ...points]) => command + points.map(svgNumber).join(' ')).join('');

/** Returns a fill or stroke as an attribute. Adds the definition of a gradient to `definitions`. */
export const paintAttribute = (kind: 'fill' | 'stroke', paint: Paint | null, definitions: string[]): string =>
  paint && isGradient(paint) ? gradient(kind, paint, definitions) : colorAttribute(kind, paint);

export const colorAttribute = (kind: 'fill' | 'stroke', color: Rgba | null): string =>
  color
    ? `${kind}="${color.hex}"${color.alpha < 1 ? ` ${kind}-opacity="${svgNumber(color.alpha)}"` : ''}`
    : `${kind}="none"`;

const strokeAttributes = (paint: Paint, { width, dash }: StrokeStyle, definitions: string[]): string =>
  `${paintAttribute('stroke', paint, definitions)} stroke-width="${width}"${dash ? ` stroke-dasharray="${dash.map(svgNumber).join(' ')}"` : ''}`;

/** Returns a painted path element. */
export function pathElement(
  path: readonly PathCommand[],
  { fill, stroke }: { fill: Paint | null; stroke: ({ paint: Paint } & StrokeStyle) | null },
  definitions: string[],
): string {
  const filled = paintAttribute('fill', fill, definitions);
  const stroked = stroke ? strokeAttributes(stroke.paint, stroke, definitions) : '';
  return `<path d="${pathData(path)}" ${filled} ${stroked}/>`;
}

function gradient(kind: 'fill' | 'stroke', { coordinates, stops, matrix }: Gradient, definitions: string[]): string {
  const id = `d${definitions.length}`;
  const [element, names] = coordinates.length === 4 ? LINEAR : RADIAL;
  const attributes = names.map((name, index) => `${name}="${svgNumber(coordinates[index] ?? 0)}"`).join(' ');
  const transform = matrix ? ` gradientTransform="matrix(${matrix.map(svgNumber).join(' ')})"` : '';
  const marks = stops.map(
    ({ offset, color }) =>
      `<stop offset="${offset}" stop-color="${color.hex}" stop-opacity="${svgNumber(color.alpha)}"/>`,
  );
  definitions.push(
    `<${element} id="${id}" gradientUnits="userSpaceOnUse" ${attributes}${transform}>${marks.join('')}</${element}>`,
  );
  return `${kind}="url(#${id})"`;
}

const LINEAR = ['linearGradient', ['x1', 'y1', 'x2', 'y2']] as const;
const RADIAL = ['radialGradient', ['fx', 'fy', 'fr', 'cx', 'cy', 'r']] as const;

/** Formats a number for SVG with at most four decimals. */
export const svgNumber = (value: number): string => String(Math.round(value * 1e4) / 1e4);
