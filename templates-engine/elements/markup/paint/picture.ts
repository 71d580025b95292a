import { type Box, fitBox } from '../../../graphics/geometry.ts';
import type { PathCommand } from '../../../graphics/path.ts';
import type { RasterImage, SceneElement } from '../../../scene/scene.ts';
import { part } from '../../shared/part.ts';
import type { CompiledPicture } from '../compile/nodes.ts';

/** Position and appearance of a picture. */
export interface PicturePlace extends Pick<CompiledPicture, 'fit' | 'alternative'> {
  /** Box inside the borders. */
  inner: Box;
  clip: PathCommand[];
  opacity: number;
}

/** Returns a picture at its place. It is a figure unless an empty alternative text marks it as decoration. */
export function pictureIn({ inner, fit, clip, opacity, alternative }: PicturePlace, image: RasterImage): SceneElement {
  const shown = part({ kind: 'image', image, box: fitBox(inner, image, fit), clip }, inner, opacity);
  return alternative?.trim() === '' ? shown : { ...shown, semantics: { role: 'figure', alternative } };
}
