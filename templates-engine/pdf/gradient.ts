import type { Gradient } from '../graphics/paint.ts';
import type { PathCommand } from '../graphics/path.ts';
import { array, dictionary, type ObjectNumber, reference } from './syntax.ts';
import type { PdfWriter } from './writer.ts';

type Stops = { offset: number; values: number[] }[];

/** A gradient's colours as a shading, linear or radial (ISO 32000-1, 8.7.4.5). */
export const addShading = (file: PdfWriter, { coordinates, stops }: Gradient): ObjectNumber =>
  shading(
    file,
    coordinates,
    'DeviceRGB',
    stops.map(({ offset, color: { red, green, blue } }) => ({ offset, values: [red, green, blue] })),
  );

/**
 * A graphics state whose soft mask is a gradient's opacity, over a path (ISO 32000-1, 11.5.3); null where the gradient is
 * opaque throughout. `content` paints the mask with the shading `S`.
 */
export function addSoftMask(
  file: PdfWriter,
  path: readonly PathCommand[],
  { coordinates, stops }: Gradient,
  content: string,
): ObjectNumber | null {
  if (stops.every(({ color }) => color.alpha === 1)) return null;
  const alphas = stops.map(({ offset, color }) => ({ offset, values: [color.alpha] }));
  const opacity = shading(file, coordinates, 'DeviceGray', alphas);
  const points = path.flatMap(([, ...numbers]) => numbers);
  const [xs, ys] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)];
  const form = file.addCompressed(
    {
      Type: '/XObject',
      Subtype: '/Form',
      BBox: array([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]),
      Group: '<< /S /Transparency /CS /DeviceGray >>',
      Resources: dictionary({ Shading: dictionary({ S: reference(opacity) }) }),
    },
    content,
  );
  const mask = dictionary({ Type: '/Mask', S: '/Luminosity', G: reference(form) });
  return file.add(dictionary({ Type: '/ExtGState', SMask: mask }));
}

/** One interpolation between each two stops. */
function shading(file: PdfWriter, coordinates: readonly number[], space: string, stops: Stops): ObjectNumber {
  const first = stops[0];
  const last = stops.at(-1);
  if (!first || !last) throw new Error('a gradient has at least two stops');
  const all = [
    ...(first.offset > 0 ? [{ ...first, offset: 0 }] : []),
    ...stops,
    ...(last.offset < 1 ? [{ ...last, offset: 1 }] : []),
  ];
  const pieces = all.slice(1).map((to, index) => ({ from: all[index] ?? first, to }));
  const functions = pieces.map(({ from, to }) =>
    dictionary({ FunctionType: '2', Domain: '[0 1]', N: '1', C0: array(from.values), C1: array(to.values) }),
  );
  const stitched = dictionary({
    FunctionType: '3',
    Domain: '[0 1]',
    Functions: array(functions),
    Bounds: array(all.slice(1, -1).map(({ offset }) => offset)),
    Encode: array(pieces.flatMap(() => [0, 1])),
  });
  return file.add(
    dictionary({
      ShadingType: coordinates.length === 4 ? '2' : '3',
      ColorSpace: `/${space}`,
      Coords: array(coordinates),
      Function: stitched,
      Extend: '[true true]',
    }),
  );
}
