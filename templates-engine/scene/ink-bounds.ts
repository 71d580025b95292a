import { type Box, grown, rotatedBounds, union } from '../graphics/geometry.ts';
import type { SceneElement } from './scene.ts';

/** The upright box that holds all that an element may paint: its own, rotated, with a margin for text and strokes. */
export function inkBounds({ primitive, rotation, box }: Pick<SceneElement, 'primitive' | 'rotation' | 'box'>): Box {
  const painted = primitive.kind === 'path' && primitive.reach ? union(box, primitive.reach) : box;
  return rotatedBounds(grown(painted, marginOf(primitive) + 1), box, rotation);
}

function marginOf(primitive: SceneElement['primitive']): number {
  if (primitive.kind === 'text') return primitive.layout.size / 4;
  return primitive.kind === 'path' ? primitive.strokeWidth : 0;
}
