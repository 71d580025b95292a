import type { PrimitiveOf, SceneElement } from './scene.ts';

export type ImageElement = SceneElement & { primitive: PrimitiveOf<'image'> };

export const isImage = (element: SceneElement): element is ImageElement => element.primitive.kind === 'image';

/** Returns the element if it shows an image, or the images inside a group. */
export function imageElementsIn(element: SceneElement): ImageElement[] {
  if (isImage(element)) return [element];
  return element.primitive.kind === 'group' ? element.primitive.elements.flatMap(imageElementsIn) : [];
}
