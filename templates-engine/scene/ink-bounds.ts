import type { Box } from '../graphics/geometry.ts';
import type { SceneElement } from './scene.ts';

/** The upright box that holds all that an element may paint: its own, rotated, with a margin for text and strokes. */
export function inkBounds({ primitive, rotation, box }: Pick<SceneElement, 'primitive' | 'rotation' | 'box'>): Box {
  const margin = marginOf(primitive) + 1;
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  const radians = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const rotated = { width: width * cos + height * sin, height: width * sin + height * cos };
  return {
    x: box.x + box.width / 2 - rotated.width / 2,
    y: box.y + box.height / 2 - rotated.height / 2,
    ...rotated,
  };
}

function marginOf(primitive: SceneElement['primitive']): number {
  if (primitive.kind === 'text') return primitive.layout.size / 4;
  return primitive.kind === 'path' ? primitive.strokeWidth : 0;
}
