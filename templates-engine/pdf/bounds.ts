import { intersection, rotatedBounds } from '../graphics/geometry.ts';
import type { SceneElement } from '../scene/scene.ts';
import { array } from './syntax.ts';

/** The upright rectangle around an element's picture or code as it stands on the page, y growing upwards, as a PDF array. */
export function boundsOnPage({ primitive, rotation, box }: SceneElement, pageHeight: number): string {
  const shown = primitive.kind === 'image' || primitive.kind === 'qr' ? intersection(primitive.box, box) : box;
  const { x, y, width, height } = rotation === 0 ? shown : rotatedBounds(shown, box, rotation);
  return array([x, pageHeight - y - height, x + width, pageHeight - y]);
}
