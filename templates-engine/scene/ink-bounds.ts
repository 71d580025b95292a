import { type Box, grown, rotatedBounds, union } from '../graphics/geometry.ts';
import { boundsThrough } from '../graphics/matrix.ts';
import type { Primitive, PrimitiveOf, SceneElement } from './scene.ts';

/** Returns the upright box around everything that an element can paint. This is its rotated box, with a margin for text and strokes. */
export function inkBounds({ primitive, rotation, box }: Pick<SceneElement, 'primitive' | 'rotation' | 'box'>): Box {
  return rotatedBounds(grown(reachOf(primitive, box), marginOf(primitive) + 1), box, rotation);
}

function reachOf(primitive: Primitive, box: Box): Box {
  if (primitive.kind === 'group') return reachOfGroup(primitive, box);
  return primitive.kind === 'path' && primitive.reach ? union(box, primitive.reach) : box;
}

function reachOfGroup({ elements, matrix }: PrimitiveOf<'group'>, box: Box): Box {
  const all = elements.map(inkBounds).reduce(union, box);
  return matrix ? boundsThrough(all, matrix) : all;
}

function marginOf(primitive: SceneElement['primitive']): number {
  if (primitive.kind === 'text') return primitive.layout.size / 4;
  return primitive.kind === 'path' ? primitive.strokeWidth : 0;
}
