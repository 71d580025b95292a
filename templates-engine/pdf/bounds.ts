import type { Box } from '../graphics/geometry.ts';
import type { SceneElement } from '../scene/scene.ts';
import { array } from './syntax.ts';

/** The upright rectangle around an element's picture or code as it stands on the page, y growing upwards, as a PDF array. */
export function boundsOnPage(element: SceneElement, pageHeight: number): string {
  const { primitive, box } = element;
  const shown = primitive.kind === 'image' || primitive.kind === 'qr' ? common(primitive.box, box) : box;
  return partOnPage(shown, element, pageHeight);
}

/** The same for a part of an element, as it would be if the element did not turn. */
export function partOnPage(part: Box, { rotation, box }: SceneElement, pageHeight: number): string {
  const { x, y, width, height } = rotation === 0 ? part : rotated(part, box, (rotation * Math.PI) / 180);
  return array([x, pageHeight - y - height, x + width, pageHeight - y]);
}

/** A picture that covers its box is cut to it. */
function common(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  };
}

/** What holds a box that is rotated about the centre of another. */
function rotated(box: Box, about: Box, radians: number): Box {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [about.x + about.width / 2, about.y + about.height / 2];
  const [dx, dy] = [box.x + box.width / 2 - cx, box.y + box.height / 2 - cy];
  const width = box.width * Math.abs(cos) + box.height * Math.abs(sin);
  const height = box.width * Math.abs(sin) + box.height * Math.abs(cos);
  return { x: cx + dx * cos - dy * sin - width / 2, y: cy + dx * sin + dy * cos - height / 2, width, height };
}
