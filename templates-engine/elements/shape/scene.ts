import { DEFAULTS } from '../../design/defaults.ts';
import type { DesignElement } from '../../design/design.ts';
import { ellipsePath, type PathCommand, rectanglePath } from '../../graphics/geometry.ts';
import { BLACK, parseColor } from '../../graphics/paint.ts';
import type { Drawing } from '../../scene/scene.ts';

/** A rectangle, an ellipse or a line as a path. */
export function drawShape(element: Extract<DesignElement, { type: 'shape' }>): Drawing {
  const { x, y, width, height } = element;
  const line: PathCommand[] = [
    ['M', x, y],
    ['L', x + width, y + (height > width ? height : 0)],
  ];
  const path =
    element.shape === 'line'
      ? line
      : element.shape === 'ellipse'
        ? ellipsePath(element)
        : rectanglePath(element, element.radius);
  const isLine = element.shape === 'line';
  const stroke = parseColor(element.stroke) ?? (isLine ? BLACK : null);
  return {
    kind: 'path',
    path,
    fill: isLine ? null : parseColor(element.fill),
    stroke,
    strokeWidth: element.strokeWidth ?? DEFAULTS.shape.strokeWidth,
  };
}
