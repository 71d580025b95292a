import type { Box } from '../../../graphics/geometry.ts';
import { multiply } from '../../../graphics/matrix.ts';
import { IDENTITY, type Matrix } from '../../../graphics/paint.ts';
import type { CssTransform } from '../css/transforms.ts';
import { lengthOf } from './boxes.ts';

/** Returns the transforms of a box about its centre (CSS Transforms 1, section 3) as one matrix; null without transforms. */
export function matrixOf(transforms: readonly CssTransform[], box: Box): Matrix | null {
  if (transforms.length === 0) return null;
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const inner = transforms.reduce((matrix, transform) => multiply(matrix, one(transform, box)), IDENTITY);
  return multiply(multiply([1, 0, 0, 1, cx, cy], inner), [1, 0, 0, 1, -cx, -cy]);
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function one(transform: CssTransform, box: Box): Matrix {
  switch (transform.type) {
    case 'translate':
      return [1, 0, 0, 1, lengthOf(transform.x, box.width), lengthOf(transform.y, box.height)];
    case 'scale':
      return [transform.x, 0, 0, transform.y, 0, 0];
    case 'rotate': {
      const [cos, sin] = [Math.cos(radians(transform.degrees)), Math.sin(radians(transform.degrees))];
      return [cos, sin, -sin, cos, 0, 0];
    }
    case 'skew':
      return [1, Math.tan(radians(transform.y)), Math.tan(radians(transform.x)), 1, 0, 0];
  }
}
