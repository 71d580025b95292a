import { fitBox } from '../../graphics/geometry.ts';
import { rectanglePath } from '../../graphics/path.ts';
import type { ShownValues } from '../../text/values.ts';
import { type BuildContext, type BuiltElement, defineKind } from '../shared/kind.ts';
import { IMAGE_DEFAULTS } from './properties.ts';
import { type ImageElement, imageSchema } from './schema.ts';

export const image = defineKind({
  schema: imageSchema,
  textsOf: () => [],
  image: {
    read: ({ src, asset }) =>
      src === undefined && asset ? { member: 'asset', uri: asset } : { member: 'src', uri: src },
    replace: (element, uri) => (element.src === undefined ? { ...element, asset: uri } : { ...element, src: uri }),
  },
  build,
  semanticsOf: ({ alt = null }) => (alt?.trim() === '' ? { role: 'artifact' } : { role: 'figure', alternative: alt }),
});

function build(element: ImageElement, _values: ShownValues, { images }: BuildContext): BuiltElement {
  const picture = images.get(element.src ?? element.asset ?? '');
  if (!picture) throw new Error('the image was not compiled');
  const fit = element.fit ?? IMAGE_DEFAULTS.fit;
  const isClipped = fit === 'cover' || (element.radius ?? IMAGE_DEFAULTS.radius) > 0;
  return {
    primitive: {
      kind: 'image',
      image: picture,
      box: fitBox(element, picture, fit),
      clip: isClipped ? rectanglePath(element, element.radius) : null,
    },
  };
}
