import type { PDFContext, PDFRef } from 'pdf-lib';
import type { Gradient } from './placed.ts';

/** A linear gradient as an axial shading: one interpolation between each two stops (ISO 32000-1, 8.7.4.5.3). */
export function shadingOf(context: PDFContext, { line, stops }: Gradient): PDFRef {
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
    context.obj({
      FunctionType: 2,
      Domain: [0, 1],
      N: 1,
      C0: [from.color.red, from.color.green, from.color.blue],
      C1: [to.color.red, to.color.green, to.color.blue],
    }),
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
      ShadingType: 2,
      ColorSpace: 'DeviceRGB',
      Coords: line,
      Function: context.register(stitched),
      Extend: [true, true],
    }),
  );
}
