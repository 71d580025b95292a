import type { Box } from '../../../graphics/geometry.ts';
import type { Gradient, Rgba } from '../../../graphics/paint.ts';
import { type PathCommand, rectanglePath } from '../../../graphics/path.ts';
import { roundedPath } from '../../../graphics/rounded-path.ts';
import type { Primitive, SceneElement } from '../../../scene/scene.ts';
import type { PaintStyle } from '../compile/paint-style.ts';
import { borderFills, reversed } from './borders.ts';
import { cornersOf } from './boxes.ts';
import { gradientOver } from './gradients.ts';
import { shadowPaths } from './shadows.ts';

/** A part of a markup that is painted, and the same wherever its boxes are: decoration, unless its structure says otherwise. */
export const part = (primitive: Primitive, box: Box, opacity: number): SceneElement => ({
  primitive,
  opacity,
  rotation: 0,
  box,
  semantics: { role: 'artifact' },
  isVariable: false,
});

/** What a box paints behind what is in it: shadows, background and borders, in this order. */
export function decorationOf(paint: PaintStyle, box: Box, opacity: number, page: Box): SceneElement[] {
  if (box.width <= 0 || box.height <= 0) return [];
  const shape = roundedPath(box, cornersOf(paint, box));
  const fills = [paint.background, ...paint.gradients.map((gradient) => gradientOver(gradient, box)).reverse()];
  return [
    ...shadowsOf(paint, box, { shape, opacity, page }),
    ...fills.flatMap((fill) => (fill ? [filled(shape, fill, box, opacity)] : [])),
    ...borderFills(paint, box).map(({ path, color, clip }) =>
      clip ? clipped(clip, [filled(path, color, box, opacity)], box) : filled(path, color, box, opacity),
    ),
  ];
}

const filled = (path: PathCommand[], fill: Rgba | Gradient, box: Box, opacity: number): SceneElement =>
  part({ kind: 'path', path, fill, stroke: null, strokeWidth: 0 }, box, opacity);

/** Elements inside of a path. */
export const clipped = (clip: PathCommand[], elements: readonly SceneElement[], box: Box): SceneElement =>
  part({ kind: 'group', elements, clip, matrix: null, structure: [] }, box, 1);

/** Shadows are seen outside of the box alone, through a translucent background too. */
function shadowsOf(
  paint: PaintStyle,
  box: Box,
  { shape, opacity, page }: { shape: PathCommand[]; opacity: number; page: Box },
): SceneElement[] {
  return [...paint.shadows].reverse().flatMap((shadow) => {
    const { primitive, reach } = shadowPaths(shadow, paint, box, page);
    const own = primitive.kind === 'path' && primitive.reach ? primitive.reach : reach;
    if (shadow.color.alpha === 0 || own.width <= 0 || own.height <= 0) return [];
    const outside = [...rectanglePath(reach), ...reversed(shape)];
    return [clipped(outside, [part(primitive, own, opacity)], own)];
  });
}
