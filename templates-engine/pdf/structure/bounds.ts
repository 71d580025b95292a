import { type Box, intersection, rotatedBounds } from '../../graphics/geometry.ts';
import type { SceneElement } from '../../scene/scene.ts';
import { array } from '../file/syntax.ts';

/** Returns the upright rectangle around an element's picture or code on the page, with y upwards, as a PDF array. */
export function boundsOnPage(element: SceneElement, pageHeight: number): string {
  const { primitive, box } = element;
  const shown = primitive.kind === 'image' || primitive.kind === 'qr' ? intersection(primitive.box, box) : box;
  return partOnPage(shown, element, pageHeight);
}

/** Returns the upright rectangle on the page around a part of an element. `part` is given as if the element were not rotated. */
export function partOnPage(part: Box, { rotation, box }: SceneElement, pageHeight: number): string {
  const { x, y, width, height } = rotation === 0 ? part : rotatedBounds(part, box, rotation);
  return array([x, pageHeight - y - height, x + width, pageHeight - y]);
}
