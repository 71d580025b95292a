import { isImage } from '../../scene/image-elements.ts';
import type { Scene, SceneElement } from '../../scene/scene.ts';
import type { Patch } from '../pixels/patch.ts';
import { imagePatch } from './image-patch.ts';
import { type Decoded, isPaintedByParts } from './paint-element.ts';
import { resampleAll } from './resample.ts';

/** Returns the decoded images of elements that are painted per certificate. Resolves without delay if there are no images. */
export async function decodeImages(elements: readonly SceneElement[], page: Scene['page']): Promise<Decoded> {
  const decoded = new Map<SceneElement, Patch>();
  await Promise.all(elements.map((element) => decodeIn(element, page, decoded)));
  return decoded;
}

/** Decodes a variable image as a patch if it is painted directly; otherwise resamples it for an SVG. */
async function decodeIn(element: SceneElement, page: Scene['page'], decoded: Map<SceneElement, Patch>): Promise<void> {
  const { primitive } = element;
  if (isImage(element) && element.isVariable) decoded.set(element, await imagePatch(element, page));
  else if (primitive.kind === 'group' && isPaintedByParts(element))
    await Promise.all(primitive.elements.map((one) => decodeIn(one, page, decoded)));
  else await resampleAll([element]);
}
