import { IMAGE_DEFAULTS } from '../../../../../templates-engine/elements/image/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import type { PreviewProps } from '../../model/element-kind.ts';

/** A picture as it fits its box. */
export function ImagePreview({ element }: PreviewProps<ElementOf<'image'>>) {
  const src = element.src ?? element.asset;
  if (!src) return null;
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      style={{
        display: 'block',
        width: '100%',
        height: '100%',
        objectFit: element.fit ?? IMAGE_DEFAULTS.fit,
        borderRadius: element.radius,
      }}
    />
  );
}
