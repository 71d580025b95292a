import type { Box } from '../../../graphics/geometry.ts';
import type { Matrix } from '../../../graphics/paint.ts';
import type { PathCommand } from '../../../graphics/path.ts';
import type { SceneElement } from '../../../scene/scene.ts';
import type { PicturePlace } from './picture.ts';

/**
 * Painted items of a tree in painting order, with placeholders for paragraphs and pictures of values. Trees with the same boxes share a
 * plan.
 */
export type Planned =
  | {
      kind: 'element';
      element: SceneElement;
      picture: PlannedPicture | null;
    }
  /** Placeholder for a picture that a value names. */
  | { kind: 'picture'; index: number; place: PicturePlace }
  | { kind: 'paragraph'; index: number; box: Box; opacity: number }
  /** Bullet or number next to the box of its item. It is on the first line of the item's first paragraph, if there is one. */
  | { kind: 'marker'; index: number; box: Box; opacity: number; paragraph: number | null }
  | { kind: 'group'; clip: PathCommand[] | null; matrix: Matrix | null; box: Box; items: Planned[] };

/** Picture without its clip, with the number of its instance. */
interface PlannedPicture {
  index: number;
  element: SceneElement;
}
