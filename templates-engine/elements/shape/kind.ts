import { parseColor, toRgba } from '../../graphics/paint.ts';
import { ellipsePath, type PathCommand, rectanglePath } from '../../graphics/path.ts';
import { type BuiltElement, defineKind } from '../shared/kind.ts';
import { DEFAULT_COLOR } from '../shared/properties.ts';
import { SHAPE_DEFAULTS } from './properties.ts';
import { type ShapeElement, shapeSchema } from './schema.ts';

export const shape = defineKind({
  schema: shapeSchema,
  textsOf: () => [],
  build,
  semanticsOf: () => ({ role: 'artifact' }),
});

function build(element: ShapeElement): BuiltElement {
  const isLine = element.shape === 'line';
  return {
    primitive: {
      kind: 'path',
      path: pathOf(element),
      fill: isLine ? null : parseColor(element.fill),
      stroke: parseColor(element.stroke) ?? (isLine ? toRgba(DEFAULT_COLOR) : null),
      strokeWidth: element.strokeWidth ?? SHAPE_DEFAULTS.strokeWidth,
    },
  };
}

function pathOf(element: ShapeElement): PathCommand[] {
  const { x, y, width, height } = element;
  switch (element.shape) {
    case 'rectangle':
      return rectanglePath(element, element.radius);
    case 'ellipse':
      return ellipsePath(element);
    case 'line':
      return [
        ['M', x, y],
        ['L', x + width, y + (height > width ? height : 0)],
      ];
  }
}
