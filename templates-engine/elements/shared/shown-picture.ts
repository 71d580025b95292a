import type { RasterImage } from '../../scene/scene.ts';
import type { ShownValues } from '../../text/values.ts';
import { boundVariable } from './image-source.ts';
import type { BuildContext } from './kind.ts';

/** Returns an image of the design, or the picture that a value names. Returns null if the value is empty. */
export function shownPicture(
  source: string,
  values: Pick<ShownValues, 'raw'>,
  { images, pictures }: Pick<BuildContext, 'images' | 'pictures'>,
): RasterImage | null {
  const variable = boundVariable(source);
  const name = variable === null ? source : (values.raw(variable) ?? '');
  if (variable !== null && name === '') return null;
  const picture = variable === null ? images.get(name) : pictures(name);
  if (!picture) throw new Error(variable === null ? 'The image was not compiled' : `Picture ${name} is missing`);
  return picture;
}
