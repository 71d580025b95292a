import type { Box } from '../../graphics/geometry.ts';
import { type Gradient, isTranslucent } from '../../graphics/paint.ts';
import type { PathCommand } from '../../graphics/path.ts';
import { array, dictionary, type ObjectNumber, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';

type Stops = { offset: number; values: number[] }[];

/** Writes a gradient as a linear or radial shading (ISO 32000-1, 8.7.4.5): its colours, or its opacity as grey. */
export const addShading = (
  file: PdfWriter,
  { coordinates, stops }: Gradient,
  kind: 'color' | 'opacity' = 'color',
): ObjectNumber =>
  kind === 'color'
    ? shading(
        file,
        coordinates,
        'DeviceRGB',
        stops.map(({ offset, color: { red, green, blue } }) => ({ offset, values: [red, green, blue] })),
      )
    : shading(
        file,
        coordinates,
        'DeviceGray',
        stops.map(({ offset, color }) => ({ offset, values: [color.alpha] })),
      );

/** Writes a gradient as a pattern for strokes. Its space is that of the content stream that uses it (ISO 32000-1, 8.7.4). */
export const addPattern = (file: PdfWriter, gradient: Gradient, kind: 'color' | 'opacity'): ObjectNumber =>
  file.add(
    dictionary({
      Type: '/Pattern',
      PatternType: '2',
      Shading: reference(addShading(file, gradient, kind)),
      ...(gradient.matrix && { Matrix: array(gradient.matrix) }),
    }),
  );

/** Writes a graphics state with a soft mask from the luminosity of some content (ISO 32000-1, 11.5.3). */
export function addMaskOf(
  file: PdfWriter,
  { x, y, width, height }: Box,
  content: string,
  resources: Record<string, string>,
): ObjectNumber {
  const form = file.addCompressed(
    {
      Type: '/XObject',
      Subtype: '/Form',
      BBox: array([x, y, x + width, y + height]),
      Group: '<< /S /Transparency /CS /DeviceGray >>',
      Resources: dictionary(resources),
    },
    content,
  );
  const mask = dictionary({ Type: '/Mask', S: '/Luminosity', G: reference(form) });
  return file.add(dictionary({ Type: '/ExtGState', SMask: mask }));
}

/**
 * Writes a graphics state with a soft mask from the opacity of a gradient over a path (ISO 32000-1, 11.5.3). Returns null if the gradient
 * is opaque. `content` paints the mask with the shading `S`.
 */
export function addSoftMask(
  file: PdfWriter,
  path: readonly PathCommand[],
  gradient: Gradient,
  content: string,
): ObjectNumber | null {
  if (!isTranslucent(gradient)) return null;
  const points = path.flatMap(([, ...numbers]) => numbers);
  const [xs, ys] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return addMaskOf(file, { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }, content, {
    Shading: dictionary({ S: reference(addShading(file, gradient, 'opacity')) }),
  });
}

/** Part of a gradient by which it is extended for a colour that applies only before its start or after its end. */
const EXTENSION = 0.01;

/** Writes a shading that interpolates between consecutive stops. */
function shading(file: PdfWriter, coordinates: readonly number[], space: string, stops: Stops): ObjectNumber {
  const { from: start, to: end } = reachOf(coordinates, stops);
  const inReach = stops.map(({ offset, values }) => ({ offset: (offset - start) / (end - start), values }));
  const first = inReach[0];
  const last = inReach.at(-1);
  if (!first || !last) throw new Error('A gradient must have at least two stops');
  const all = [{ ...first, offset: 0 }, ...inReach, { ...last, offset: 1 }];
  // Two colours at the same position form an edge, without interpolation.
  const pieces = all
    .slice(1)
    .map((to, index) => ({ from: all[index] ?? first, to }))
    .filter(({ from, to }) => to.offset > from.offset);
  const functions = pieces.map(({ from, to }) =>
    dictionary({ FunctionType: '2', Domain: '[0 1]', N: '1', C0: array(from.values), C1: array(to.values) }),
  );
  const stitched = dictionary({
    FunctionType: '3',
    Domain: '[0 1]',
    Functions: array(functions),
    Bounds: array(pieces.slice(1).map(({ from }) => from.offset)),
    Encode: array(pieces.flatMap(() => [0, 1])),
  });
  return file.add(
    dictionary({
      ShadingType: coordinates.length === 4 ? '2' : '3',
      ColorSpace: `/${space}`,
      Coords: array(start === 0 && end === 1 ? coordinates : extended(coordinates, start, end)),
      Function: stitched,
      Extend: '[true true]',
    }),
  );
}

/**
 * Returns the range of offsets that a shading covers. Of several stops at 0 or 1, one colour applies only outside of the gradient. A PDF
 * shows it only if the range exceeds 0 to 1. A radial gradient ends where its circle is a point.
 */
function reachOf(coordinates: readonly number[], stops: Stops): { from: number; to: number } {
  const isEdge = (offset: number) => stops.filter((stop) => stop.offset === offset).length > 1;
  const [, , r0 = 0, , , r1 = 0] = coordinates;
  const reach = coordinates.length === 4 || r0 === r1 ? { before: 1, after: 1 } : untilPoint(r0, r1);
  return {
    from: isEdge(0) ? -Math.min(EXTENSION, reach.before / 2) : 0,
    to: isEdge(1) ? 1 + Math.min(EXTENSION, reach.after / 2) : 1,
  };
}

/** Returns how far beyond its two circles a radial gradient continues until its circle is a point. */
const untilPoint = (r0: number, r1: number) =>
  r1 > r0 ? { before: r0 / (r1 - r0), after: 1 } : { before: 1, after: r1 / (r0 - r1) };

/** Returns the coordinates of a gradient that starts and ends at other offsets. */
function extended(coordinates: readonly number[], from: number, to: number): number[] {
  const half = coordinates.length / 2;
  const at = (offset: number) =>
    coordinates.slice(0, half).map((value, index) => value + offset * ((coordinates[half + index] ?? 0) - value));
  return [...at(from), ...at(to)];
}
