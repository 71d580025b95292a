import { type Box, fitBox } from '../../../graphics/geometry.ts';
import type { PathCommand } from '../../../graphics/path.ts';
import type { RasterImage, SceneElement } from '../../../scene/scene.ts';
import { part } from '../../shared/part.ts';
import type { CompiledPicture } from '../compile/nodes.ts';

/** Where a picture is shown, and how. */
export interface PicturePlace extends Pick<CompiledPicture, 'fit' | 'alternative'> {
  /** The box inside of its borders. */
  inner: Box;
  clip: PathCommand[];
  opacity: number;
}

/** A picture in its place: a figure, unless its alternative text says that it is decoration. */
export function pictureIn({ inner, fit, clip, opacity, alternative }: PicturePlace, image: RasterImage): SceneElement {
  const shown = part({ kind: 'image', image, box: fitBox(inner, image, fit), clip }, inner, opacity);
  return alternative?.trim() === '' ? shown : { ...shown, semantics: { role: 'figure', alternative } };
}
