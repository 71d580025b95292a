import { type Box, grown } from './geometry.ts';

/**
 * Returns the attribute that limits a layer to the visible picture if its content reaches far beyond it. Without it, the renderer cuts a
 * layer within another one at twice the picture's size, from the outer layer's edge. The picture can lie beyond that. A filter's region
 * replaces the content's bounds; this filter changes no pixel.
 */
export function layerFilter(content: Box, picture: Box, definitions: string[]): string[] {
  const { x: left, y: top, width: across, height: down } = picture;
  const isNear =
    content.x >= left - across / 2 &&
    content.y >= top - down / 2 &&
    content.x + content.width <= left + across * 1.5 &&
    content.y + content.height <= top + down * 1.5;
  if (isNear) return [];
  // Beyond the edge, so that no visible pixel is cut.
  const { x, y, width, height } = grown(picture, Math.max(picture.width, picture.height) / 20);
  const id = `d${definitions.length}`;
  definitions.push(
    `<filter id="${id}" filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}" color-interpolation-filters="sRGB"><feOffset/></filter>`,
  );
  return [`filter="url(#${id})"`];
}
