import type { PDFContext, PDFRef } from 'pdf-lib';
import type { Gradient } from './placed.ts';

type Stops = { offset: number; values: number[] }[];

/** A gradient's colours as a shading, linear or radial (ISO 32000-1, 8.7.4.5). */
export const shadingOf = (context: PDFContext, { coordinates, stops }: Gradient): PDFRef =>
  shading(
    context,
    coordinates,
    'DeviceRGB',
    stops.map(({ offset, color: { red, green, blue } }) => ({ offset, values: [red, green, blue] })),
  );

/** A gradient's opacity as a shading in grey, which a soft mask takes; null where it is opaque throughout. */
export const opacityOf = (context: PDFContext, { coordinates, stops }: Gradient): PDFRef | null =>
  stops.every(({ color }) => color.alpha === 1)
    ? null
    : shading(
        context,
        coordinates,
        'DeviceGray',
        stops.map(({ offset, color }) => ({ offset, values: [color.alpha] })),
      );

/** One interpolation between each two stops. */
function shading(context: PDFContext, coordinates: readonly number[], space: string, stops: Stops): PDFRef {
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
    context.obj({ FunctionType: 2, Domain: [0, 1], N: 1, C0: from.values, C1: to.values }),
  );
  const stitched = context.obj({
    FunctionType: 3,
    Domain: [0, 1],
    Functions: functions,
    Bounds: all.slice(1, -1).map(({ offset }) => offset),
    Encode: pieces.flatMap(() => [0, 1]),
  });
  return context.register(
    context.obj({
      ShadingType: coordinates.length === 4 ? 2 : 3,
      ColorSpace: space,
      Coords: [...coordinates],
      Function: context.register(stitched),
      Extend: [true, true],
    }),
  );
}
