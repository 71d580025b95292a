import type { RasterImage } from '../../scene/scene.ts';
import type { ShownValues } from '../../text/values.ts';
import { boundVariable } from './image-source.ts';
import type { BuildContext } from './kind.ts';

/** The design's image, or the picture that a value names; null where the value is empty. */
export function shownPicture(
  source: string,
  values: Pick<ShownValues, 'raw'>,
  { images, pictures }: Pick<BuildContext, 'images' | 'pictures'>,
): RasterImage | null {
  const variable = boundVariable(source);
  const name = variable === null ? source : (values.raw(variable) ?? '');
  if (variable !== null && name === '') return null;
  const picture = variable === null ? images.get(name) : pictures(name);
  if (!picture) throw new Error(variable === null ? 'the image was not compiled' : `the picture ${name} is not there`);
  return picture;
}
