import type { Box } from '../../graphics/geometry.ts';
import type { PathCommand } from '../../graphics/path.ts';
import type { Primitive, SceneElement } from '../../scene/scene.ts';

/** Returns a painted part of a group. It is static, and decoration unless the structure of the group contains it. */
export const part = (primitive: Primitive, box: Box, opacity: number): SceneElement => ({
  primitive,
  opacity,
  rotation: 0,
  box,
  semantics: { role: 'artifact' },
  isVariable: false,
});

/** Returns elements clipped to a path. */
export const clipped = (clip: PathCommand[], elements: readonly SceneElement[], box: Box): SceneElement =>
  part({ kind: 'group', elements, clip, matrix: null, structure: [] }, box, 1);
