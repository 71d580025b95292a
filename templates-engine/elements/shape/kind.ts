import { type Box, grown, rotatedBounds, union } from '../../graphics/geometry.ts';
import { type Paint, parseColor, toRgba } from '../../graphics/paint.ts';
import { ellipsePath, type PathCommand, rectanglePath } from '../../graphics/path.ts';
import { pathBounds } from '../../graphics/path-bounds.ts';
import { readPathData } from '../../graphics/svg-path.ts';
import type { PathPrimitive } from '../../scene/scene.ts';
import { shadowArea } from '../../scene/shadow.ts';
import { readGradient } from '../shared/gradient.ts';
import { type BuildContext, type BuiltElement, defineKind } from '../shared/kind.ts';
import { DEFAULT_COLOR, ELEMENT_DEFAULTS } from '../shared/properties.ts';
import { lineDirection, PATH_LIMITS, SHAPE_DEFAULTS } from './properties.ts';
import { type ShapeElement, shapeSchema } from './schema.ts';

export const shape = defineKind({
  schema: shapeSchema,
  textsOf: () => [],
  readingsOf: () => [],
  build,
  semanticsOf: () => ({ role: 'artifact' }),
});

/** Primitives by element. Shapes do not depend on values, and the drawings of a primitive are cached by its identity. */
const built = new WeakMap<ShapeElement, { page: BuildContext['page']; primitive: PathPrimitive }>();

function build(element: ShapeElement, _values: unknown, { page }: Pick<BuildContext, 'page'>): BuiltElement {
  const known = built.get(element);
  if (known?.page === page) return { primitive: known.primitive };
  const primitive = toPath(element, page);
  built.set(element, { page, primitive });
  return { primitive };
}

function toPath(element: ShapeElement, page: BuildContext['page']): PathPrimitive {
  const isLine = element.shape === 'line';
  const { dash } = element;
  const plain: PathPrimitive = {
    kind: 'path',
    path: pathOf(element),
    fill: isLine ? null : paintOf(element.fill, element),
    stroke: paintOf(element.stroke, element) ?? (isLine ? toRgba(DEFAULT_COLOR) : null),
    strokeWidth: element.strokeWidth ?? SHAPE_DEFAULTS.strokeWidth,
    ...(dash && { dash }),
  };
  return withShadow(withReach(plain, element), element, page);
}

/** Adds the reach of a path. The miter limit restricts the corners of a stroke to 4 half widths. */
function withReach(primitive: PathPrimitive, { shape: form }: ShapeElement): PathPrimitive {
  const bounds = form === 'path' ? pathBounds(primitive.path) : null;
  return bounds ? { ...primitive, reach: grown(bounds, primitive.stroke ? primitive.strokeWidth : 0) } : primitive;
}

function withShadow(primitive: PathPrimitive, element: ShapeElement, page: BuildContext['page']): PathPrimitive {
  if (!element.shadow) return primitive;
  const { x, y, width, height, rotation = ELEMENT_DEFAULTS.rotation, shadow } = element;
  const box: Box = { x, y, width, height };
  const painted = grown(primitive.reach ? union(box, primitive.reach) : box, primitive.strokeWidth);
  const area = shadowArea(painted, shadow, rotatedBounds({ x: 0, y: 0, ...page }, box, -rotation));
  const reach = area.width > 0 && area.height > 0 ? union(painted, area) : painted;
  return { ...primitive, reach, shadow: { ...shadow, color: toRgba(shadow.color), area } };
}

const paintOf = (paint: ShapeElement['fill'], { x, y, width, height }: Box): Paint | null =>
  typeof paint === 'object' ? readGradient(paint.gradient, { x, y, width, height }, 'nearest-side') : parseColor(paint);

function pathOf(element: ShapeElement): PathCommand[] {
  const { x, y } = element;
  switch (element.shape) {
    case 'rectangle':
      return rectanglePath(element, element.radius);
    case 'ellipse':
      return ellipsePath(element);
    case 'line':
      return linePath(element);
    case 'path': {
      const { commands: maxCommands, coordinate: maxCoordinate } = PATH_LIMITS;
      return readPathData(element.path ?? '', { x, y, maxCommands, maxCoordinate });
    }
  }
}

/** Returns the path of a line along the upper or left edge of its box, or from corner to corner. */
function linePath(element: ShapeElement): PathCommand[] {
  const { x, y, width, height, flip = SHAPE_DEFAULTS.flip } = element;
  const direction = lineDirection(element);
  const [right, bottom] = [direction === 'upright' ? x : x + width, direction === 'level' ? y : y + height];
  const isFlipped = flip && direction === 'diagonal';
  return [
    ['M', x, isFlipped ? bottom : y],
    ['L', right, isFlipped ? y : bottom],
  ];
}
