import { type Box, intersection, rotatedBounds } from '../../graphics/geometry.ts';
import type { SceneElement } from '../../scene/scene.ts';
import { array } from '../file/syntax.ts';

/** Returns the upright rectangle around an element's picture or code on the page, as a PDF array. */
export const boundsOnPage = (element: SceneElement, pageHeight: number): string =>
  rectangle(boxOnPage(element), pageHeight);

/** Returns the upright box around an element's picture or code on the page. */
export function boxOnPage(element: SceneElement): Box {
  const { primitive, box } = element;
  const shown = primitive.kind === 'image' || primitive.kind === 'qr' ? intersection(primitive.box, box) : box;
  return partOnPage(shown, element);
}

/** Returns the upright box on the page around a part of an element. `part` is given as if the element were not rotated. */
export const partOnPage = (part: Box, { rotation, box }: SceneElement): Box =>
  rotation === 0 ? part : rotatedBounds(part, box, rotation);

/** Returns a box as a PDF array with y upwards. */
export const rectangle = ({ x, y, width, height }: Box, pageHeight: number): string =>
  array([x, pageHeight - y - height, x + width, pageHeight - y]);
