import type { Box } from '../../../graphics/geometry.ts';
import type { Gradient, Rgba } from '../../../graphics/paint.ts';
import type { PathCommand } from '../../../graphics/path.ts';
import { roundedPath } from '../../../graphics/rounded-path.ts';
import type { SceneElement } from '../../../scene/scene.ts';
import { clipped, part } from '../../shared/part.ts';
import type { PaintStyle } from '../compile/paint-style.ts';
import { borderFills } from './borders.ts';
import { cornersOf } from './boxes.ts';
import { gradientOver } from './gradients.ts';
import { innerShadows, outerShadows } from './shadows.ts';

/** Returns the decoration behind the content of a box, in this order: outer shadows, background, inner shadows, borders. */
export function decorationOf(paint: PaintStyle, box: Box, opacity: number, page: Box): SceneElement[] {
  if (box.width <= 0 || box.height <= 0) return [];
  const shape = roundedPath(box, cornersOf(paint, box));
  const fills = [paint.background, ...paint.gradients.map((gradient) => gradientOver(gradient, box)).reverse()];
  return [
    ...outerShadows(paint, box, { opacity, visible: page }),
    ...fills.flatMap((fill) => (fill ? [filled(shape, fill, box, opacity)] : [])),
    ...innerShadows(paint, box, { opacity, visible: page }),
    ...borderFills(paint, box).map(({ path, color, clip }) =>
      clip ? clipped(clip, [filled(path, color, box, opacity)], box) : filled(path, color, box, opacity),
    ),
  ];
}

const filled = (path: PathCommand[], fill: Rgba | Gradient, box: Box, opacity: number): SceneElement =>
  part({ kind: 'path', path, fill, stroke: null, strokeWidth: 0 }, box, opacity);
