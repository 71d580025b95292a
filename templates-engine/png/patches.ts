import { LRUCache } from 'lru-cache';
import { inkBounds } from '../scene/ink-bounds.ts';
import type { Scene, SceneElement } from '../scene/scene.ts';
import type { Patch } from './canvas.ts';
import { rasterise, trim } from './rasterise.ts';

/** In bytes. */
const MAX_KEPT = 24_000_000;
const kept = new LRUCache<SceneElement, Patch>({ maxSize: MAX_KEPT, sizeCalculation: ({ rgba }) => rgba.length + 64 });

/** An element as pixels, by way of an SVG. What does not vary in a group that does, as a table's decoration, is kept. */
export function patchOf(element: SceneElement, page: Scene['page']): Patch {
  if (element.isVariable) return rasterise(inkBounds(element), [element], page);
  const patch = kept.get(element) ?? trim(rasterise(inkBounds(element), [element], page));
  kept.set(element, patch);
  return patch;
}
