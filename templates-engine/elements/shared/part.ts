import type { Box } from '../../graphics/geometry.ts';
import type { PathCommand } from '../../graphics/path.ts';
import type { Primitive, SceneElement } from '../../scene/scene.ts';

/** A part of a group that is painted, and the same wherever its boxes are: decoration, unless its structure says otherwise. */
export const part = (primitive: Primitive, box: Box, opacity: number): SceneElement => ({
  primitive,
  opacity,
  rotation: 0,
  box,
  semantics: { role: 'artifact' },
  isVariable: false,
});

/** Elements inside of a path. */
export const clipped = (clip: PathCommand[], elements: readonly SceneElement[], box: Box): SceneElement =>
  part({ kind: 'group', elements, clip, matrix: null, structure: [] }, box, 1);
