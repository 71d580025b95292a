import type { PrimitiveOf, SceneElement } from './scene.ts';

export type ImageElement = SceneElement & { primitive: PrimitiveOf<'image'> };

export const isImage = (element: SceneElement): element is ImageElement => element.primitive.kind === 'image';

/** An element that shows an image, or those of a group that do. */
export function imageElementsIn(element: SceneElement): ImageElement[] {
  if (isImage(element)) return [element];
  return element.primitive.kind === 'group' ? element.primitive.elements.flatMap(imageElementsIn) : [];
}
