import { LRUCache } from 'lru-cache';
import { inkBounds } from '../../scene/ink-bounds.ts';
import type { Primitive, Scene, SceneElement } from '../../scene/scene.ts';
import { type Patch, trim } from '../pixels/patch.ts';
import { rasterise } from './rasterise.ts';

/** Maximum size of cached patches in bytes. */
const MAX_KEPT = 24_000_000;
const kept = new LRUCache<SceneElement | Primitive, Patch>({
  maxSize: MAX_KEPT,
  sizeCalculation: ({ rgba }) => rgba.length + 64,
});

/**
 * Returns an element as pixels, rendered through an SVG. Static parts of variable groups are cached, for example the decoration of a table.
 * Shapes are cached too: a condition can hide them, but they look the same on every page.
 */
export function patchOf(element: SceneElement, page: Scene['page']): Patch {
  const { isVariable, primitive } = element;
  if (isVariable && primitive.kind !== 'path') return rasterise(inkBounds(element), [element], page);
  const key = isVariable ? primitive : element;
  const patch = kept.get(key) ?? trim(rasterise(inkBounds(element), [element], page));
  kept.set(key, patch);
  return patch;
}
