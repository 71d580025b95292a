import type { Box } from '../../graphics/geometry.ts';
import { inverse, multiply } from '../../graphics/matrix.ts';
import { type Gradient, type Matrix, type Paint, toRgba } from '../../graphics/paint.ts';
import { idOf, matrixOf, numberOf } from './attributes.ts';
import type { SvgElement } from './svg-tree.ts';
import { unsupported } from './unsupported.ts';

const HEX = /^#[0-9a-f]{6}$/i;
const MAX_STOPS = 256;
const GRADIENTS: readonly string[] = ['linearGradient', 'radialGradient'];

/** Reads the fill or stroke of a path; null without one. `bounds` are those of the path, which gradients can refer to. */
export function readPaint(
  text: string | undefined,
  opacity: number,
  bounds: Box | null,
  definitions: ReadonlyMap<string, SvgElement>,
): Paint | null {
  if (text === undefined || text === 'none') return null;
  if (HEX.test(text)) return { ...toRgba(text), alpha: opacity };
  const element = definitions.get(idOf(text) ?? '');
  if (!element || !GRADIENTS.includes(element.name)) return unsupported(`the paint ${text}`);
  return readGradient(element, opacity, bounds);
}

function readGradient({ name, attributes, children }: SvgElement, opacity: number, bounds: Box | null): Paint | null {
  if ((attributes.spreadMethod ?? 'pad') !== 'pad') return unsupported('a gradient that repeats');
  const stops = children.slice(0, MAX_STOPS).map(({ attributes: stop }) => ({
    // usvg moves one of two equal offsets by 1e-7. Equal ones form an edge in both files.
    offset: Math.round(numberOf(stop, 'offset', 0) * 1e5) / 1e5,
    color: { ...toRgba(stop['stop-color'] ?? '#000000'), alpha: numberOf(stop, 'stop-opacity', 1) * opacity },
  }));
  const [only] = stops;
  if (!only) return null;
  if (stops.length === 1) return only.color;
  const own = matrixOf(attributes.gradientTransform);
  const matrix = attributes.gradientUnits === 'userSpaceOnUse' ? own : ofBounds(own, bounds);
  // A gradient compressed to a line is not painted.
  if (!matrix || !inverse(matrix)) return null;
  return { ...inWholeNumbers(coordinatesOf(name, attributes), matrix), stops };
}

/** Rescales a gradient so that its matrix has no large or small factors. Four decimals are then precise enough for both. */
function inWholeNumbers(coordinates: Gradient['coordinates'], [a, b, c, d, e, f]: Matrix): Omit<Gradient, 'stops'> {
  const scale = Math.max(...[a, b, c, d].map(Math.abs));
  return {
    coordinates: coordinates.map((value) => value * scale),
    matrix: [a / scale, b / scale, c / scale, d / scale, e, f],
  };
}

const ofBounds = (own: Matrix, bounds: Box | null): Matrix | null =>
  bounds && bounds.width > 0 && bounds.height > 0
    ? multiply([bounds.width, 0, 0, bounds.height, bounds.x, bounds.y], own)
    : null;

function coordinatesOf(name: string, attributes: SvgElement['attributes']): Gradient['coordinates'] {
  const value = (member: string, otherwise: number) => numberOf(attributes, member, otherwise);
  if (name === 'linearGradient') return [value('x1', 0), value('y1', 0), value('x2', 1), value('y2', 0)];
  const [cx, cy, r] = [value('cx', 0.5), value('cy', 0.5), value('r', 0.5)];
  return [value('fx', cx), value('fy', cy), value('fr', 0), cx, cy, r];
}
