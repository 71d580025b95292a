import type { Box } from '../graphics/geometry.ts';
import type { PlacedElement } from './scene.ts';

/** Where an element may leave ink: its box, turned, and for text and strokes some room around it. */
export function reachOf({ drawing, rotation, around }: PlacedElement): Box {
  const room = drawing.kind === 'text' ? drawing.layout.size / 4 : drawing.kind === 'path' ? drawing.strokeWidth : 0;
  const [width, height] = [around.width + 2 * room + 2, around.height + 2 * room + 2];
  const radians = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const turned = { width: width * cos + height * sin, height: width * sin + height * cos };
  return {
    x: around.x + around.width / 2 - turned.width / 2,
    y: around.y + around.height / 2 - turned.height / 2,
    ...turned,
  };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The area of a box that is on the page, in square points. */
export function areaOnPage({ x, y, width, height }: Box, page: { width: number; height: number }): number {
  const across = Math.min(page.width, x + width) - Math.max(0, x);
  const down = Math.min(page.height, y + height) - Math.max(0, y);
  return Math.max(0, across) * Math.max(0, down);
}
