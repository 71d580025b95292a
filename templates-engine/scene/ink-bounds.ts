import { type Box, grown, rotatedBounds, union } from '../graphics/geometry.ts';
import { boundsThrough } from '../graphics/matrix.ts';
import type { PrimitiveOf, SceneElement } from './scene.ts';

/** The upright box that holds all that an element may paint: its own, rotated, with a margin for text and strokes. */
export function inkBounds({ primitive, rotation, box }: Pick<SceneElement, 'primitive' | 'rotation' | 'box'>): Box {
  const painted = primitive.kind === 'group' ? boundsOfGroup(primitive, box) : box;
  return rotatedBounds(grown(painted, marginOf(primitive) + 1), box, rotation);
}

function boundsOfGroup({ elements, matrix }: PrimitiveOf<'group'>, box: Box): Box {
  const all = elements.map(inkBounds).reduce(union, box);
  return matrix ? boundsThrough(all, matrix) : all;
}

function marginOf(primitive: SceneElement['primitive']): number {
  if (primitive.kind === 'text') return primitive.layout.size / 4;
  return primitive.kind === 'path' ? primitive.strokeWidth : 0;
}
