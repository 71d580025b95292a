import { type Box, grown, intersection, union } from '../../graphics/geometry.ts';
import type { Rgba } from '../../graphics/paint.ts';
import { movedPath, type PathCommand, rectanglePath, reversedPath } from '../../graphics/path.ts';
import type { PathPrimitive, SceneElement } from '../../scene/scene.ts';
import { shadowArea } from '../../scene/shadow.ts';
import { clipped, part } from './part.ts';

/** Shadow as in CSS, with lengths in points. */
interface BoxShadow {
  x: number;
  y: number;
  blur: number;
  color: Rgba;
}

/** Path that casts a shadow, and its bounds. */
interface Cast {
  path: PathCommand[];
  bounds: Box;
}

/** Opacity of the shadow, and the visible part of the page. */
interface Shown {
  opacity: number;
  visible: Box;
}

/** Distance between a path and its shadow, in points. It places a path outside any page if only its shadow is visible. */
const AWAY = 30_000;

/**
 * Returns the shadow of a path without the path; null if nothing of it is visible. The colour includes the opacity, because resvg drops a
 * translucent layer that extends this far beyond the page.
 */
function shadowAlone({ path, bounds }: Cast, { x, y, blur, color: solid }: BoxShadow, { opacity, visible }: Shown) {
  const color = { ...solid, alpha: solid.alpha * opacity };
  const plain = { kind: 'path', stroke: null, strokeWidth: 0 } as const;
  if (color.alpha === 0 || bounds.width <= 0 || bounds.height <= 0) return null;
  if (blur === 0) {
    const own = { ...bounds, x: bounds.x + x, y: bounds.y + y };
    return part({ ...plain, path: movedPath(path, x, y), fill: color }, own, 1);
  }
  const shadow = { x: x + AWAY, y, blur, color };
  const area = shadowArea({ ...bounds, x: bounds.x - AWAY }, shadow, visible);
  if (area.width <= 0 || area.height <= 0) return null;
  const primitive: PathPrimitive = {
    ...plain,
    path: movedPath(path, -AWAY, 0),
    fill: { ...color, alpha: 1 },
    shadow: { ...shadow, area },
    reach: area,
  };
  return part(primitive, area, 1);
}

/**
 * Returns the shadow of `cast` outside a shape. It is not visible through translucent areas of the shape (CSS Backgrounds 3, section 6).
 */
export function shadowOutside(shape: Cast, cast: Cast, shadow: BoxShadow, shown: Shown): SceneElement[] {
  const element = shadowAlone(cast, shadow, shown);
  if (!element) return [];
  const margin = Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) + shadow.blur * 2 + 1;
  const around = grown(union(shape.bounds, cast.bounds), margin);
  return [clipped([...rectanglePath(around), ...reversedPath(shape.path)], [element], element.box)];
}

/** Returns the shadow that the edge of `hole` casts into a shape, as if a surface above the shape had that hole. */
export function shadowInside(shape: Cast, hole: Cast, shadow: BoxShadow, { opacity, visible }: Shown): SceneElement[] {
  const margin = Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) + shadow.blur * 2 + 1;
  const bounds = grown(shape.bounds, margin);
  const isOpen = hole.bounds.width > 0 && hole.bounds.height > 0;
  const path = [...rectanglePath(bounds), ...(isOpen ? reversedPath(hole.path) : [])];
  const seen = intersection(shape.bounds, visible);
  const element = shadowAlone({ path, bounds }, shadow, { opacity, visible: seen });
  return element ? [clipped(shape.path, [element], shape.bounds)] : [];
}
