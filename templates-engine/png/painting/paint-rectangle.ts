import { SCALE } from '../../graphics/geometry.ts';
import { isGradient } from '../../graphics/paint.ts';
import type { PathCommand } from '../../graphics/path.ts';
import type { Primitive } from '../../scene/scene.ts';
import type { Canvas } from '../pixels/canvas.ts';

/** Paints an upright rectangle of one colour without a stroke. Returns false for any other primitive. */
export function paintRectangle(canvas: Canvas, primitive: Primitive): boolean {
  if (primitive.kind !== 'path') return false;
  const { fill, stroke, path } = primitive;
  if (!fill || isGradient(fill) || stroke) return false;
  const rectangle = rectangleOf(path);
  if (!rectangle) return false;
  const [left, top, right, bottom] = rectangle;
  canvas.fillBox(left * SCALE, top * SCALE, right * SCALE, bottom * SCALE, fill);
  return true;
}

/** Returns left, top, right and bottom of a path that is an upright rectangle; null for any other path. */
function rectangleOf(path: readonly PathCommand[]): [number, number, number, number] | null {
  const points = path
    .slice(0, 4)
    .flatMap(([command, ...at], index) => (command === (index === 0 ? 'M' : 'L') ? [at] : []));
  const [first, second, third, fourth] = points as [number, number][];
  if (!first || !second || !third || !fourth || path[4]?.[0] !== 'Z' || path.length > 5) return null;
  const isUpright =
    first[1] === second[1] && second[0] === third[0] && third[1] === fourth[1] && fourth[0] === first[0];
  if (!isUpright) return null;
  const [across, down] = [
    [first[0], third[0]],
    [first[1], third[1]],
  ] as const;
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}
