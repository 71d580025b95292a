import { IMAGE_DEFAULTS } from '../../../../../templates-engine/elements/image/properties.ts';
import { useShownSource } from '../../../../pictures/shown-source.ts';
import type { ElementOf } from '../../model/design.ts';
import type { PreviewProps } from '../../model/element-kind.ts';
import { boundVariable } from './bound.ts';
import { Silhouette } from './silhouette.tsx';

/** Draws a picture as it fits its box. */
export function ImagePreview({ element }: PreviewProps<ElementOf<'image'>>) {
  const src = element.src ?? element.asset;
  const shown = useShownSource(src);
  const { shadow, fit = IMAGE_DEFAULTS.fit } = element;
  if (boundVariable(src) !== null) return <Silhouette fit={fit} radius={element.radius} />;
  if (!shown) return null;
  return (
    <img
      src={shown}
      alt=""
      draggable={false}
      style={{
        display: 'block',
        width: '100%',
        height: '100%',
        objectFit: fit,
        borderRadius: element.radius,
        boxShadow: shadow && `${shadow.x}px ${shadow.y}px ${shadow.blur}px ${shadow.color}`,
      }}
    />
  );
}
