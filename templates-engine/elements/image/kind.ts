import { fitBox } from '../../graphics/geometry.ts';
import { rectanglePath } from '../../graphics/path.ts';
import { EMPTY } from '../../scene/paint-plan.ts';
import type { Semantics } from '../../scene/scene.ts';
import { fillPlaceholders, placeholdersOf } from '../../text/placeholders.ts';
import type { ShownValues } from '../../text/values.ts';
import { boundVariable } from '../shared/image-source.ts';
import { type BuildContext, type BuiltElement, defineKind } from '../shared/kind.ts';
import { readText } from '../shared/reading.ts';
import { shownPicture } from '../shared/shown-picture.ts';
import { IMAGE_DEFAULTS } from './properties.ts';
import { type ImageElement, imageSchema } from './schema.ts';
import { withShadow } from './shadow.ts';

export const image = defineKind({
  schema: imageSchema,
  textsOf: ({ alt }) => (alt !== undefined && placeholdersOf(alt)?.length ? [alt] : []),
  readingsOf: ({ alt }) => readText('alt', alt),
  pictureVariablesOf: ({ src }) => [boundVariable(src) ?? []].flat(),
  image: {
    read: ({ src, asset }) => {
      if (boundVariable(src) !== null) return null;
      return src === undefined && asset ? { member: 'asset', uri: asset } : { member: 'src', uri: src };
    },
    replace: (element, uri) => (element.src === undefined ? { ...element, asset: uri } : { ...element, src: uri }),
  },
  build,
  semanticsOf,
});

function build(element: ImageElement, values: ShownValues, context: BuildContext): BuiltElement {
  const picture = shownPicture(element.src ?? element.asset ?? '', values, context);
  // An empty value shows nothing: no picture, and no figure for a screen reader.
  if (!picture) return EMPTY;
  const fit = element.fit ?? IMAGE_DEFAULTS.fit;
  const isClipped = fit === 'cover' || (element.radius ?? IMAGE_DEFAULTS.radius) > 0;
  const primitive = {
    kind: 'image',
    image: picture,
    box: fitBox(element, picture, fit),
    clip: isClipped ? rectanglePath(element, element.radius) : null,
  } as const;
  const semantics = semanticsOf(element.alt === undefined ? {} : { alt: fillPlaceholders(element.alt, values) });
  return element.shadow ? withShadow({ primitive, semantics }, element, context.page) : { primitive, semantics };
}

function semanticsOf({ alt }: Pick<ImageElement, 'alt'>): Semantics {
  return alt?.trim() === '' ? { role: 'artifact' } : { role: 'figure', alternative: alt ?? null };
}
