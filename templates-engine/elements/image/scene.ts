import { DEFAULTS } from '../../design/defaults.ts';
import type { DesignElement } from '../../design/design.ts';
import { fitBox, rectanglePath } from '../../graphics/geometry.ts';
import type { Drawing } from '../../scene/scene.ts';
import type { CompiledTemplate } from '../../template/compile.ts';

/** A picture as it fits its box. */
export function drawImage(template: CompiledTemplate, element: Extract<DesignElement, { type: 'image' }>): Drawing {
  const image = template.images.get(element.src ?? element.asset ?? '');
  if (!image) throw new Error('the image was not compiled');
  const fit = element.fit ?? DEFAULTS.image.fit;
  const isClipped = fit === 'cover' || (element.radius ?? 0) > 0;
  return {
    kind: 'image',
    image,
    box: fitBox(element, image, fit),
    clip: isClipped ? rectanglePath(element, element.radius) : null,
  };
}
