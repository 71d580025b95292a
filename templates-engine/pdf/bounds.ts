import { type Box, intersection, rotatedBounds } from '../graphics/geometry.ts';
import type { SceneElement } from '../scene/scene.ts';
import { array } from './syntax.ts';

/** The upright rectangle around an element's picture or code as it stands on the page, y growing upwards, as a PDF array. */
export function boundsOnPage(element: SceneElement, pageHeight: number): string {
  const { primitive, box } = element;
  const shown = primitive.kind === 'image' || primitive.kind === 'qr' ? intersection(primitive.box, box) : box;
  return partOnPage(shown, element, pageHeight);
}

/** The same for a part of an element, as it would be if the element did not turn. */
export function partOnPage(part: Box, { rotation, box }: SceneElement, pageHeight: number): string {
  const { x, y, width, height } = rotation === 0 ? part : rotatedBounds(part, box, rotation);
  return array([x, pageHeight - y - height, x + width, pageHeight - y]);
}
