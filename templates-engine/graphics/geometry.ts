/**
 * Boxes, paths, paint and drawings, which know no text and no element. Lengths are in points, with the origin at the top left and y
 * downwards. Values are never changed after creation, because caches use their identity as a key.
 */

/** Pixels per point of the PNG, and of pictures in the PDF that are drawn for it (144 dpi). */
export const SCALE = 2;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the position of a picture of a given shape in its box (CSS object-fit). */
export function fitBox(box: Box, picture: { width: number; height: number }, fit: 'contain' | 'cover' | 'fill'): Box {
  if (fit === 'fill') return box;
  const ratios = [box.width / picture.width, box.height / picture.height];
  const scale = fit === 'contain' ? Math.min(...ratios) : Math.max(...ratios);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns the area of a box on the page, in square points. */
export function areaOnPage({ x, y, width, height }: Box, page: { width: number; height: number }): number {
  const across = Math.min(page.width, x + width) - Math.max(0, x);
  const down = Math.min(page.height, y + height) - Math.max(0, y);
  return Math.max(0, across) * Math.max(0, down);
}

/** Returns the upright bounds of a box that is rotated clockwise about the centre of another box. */
export function rotatedBounds(box: Box, about: Box, degrees: number): Box {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [about.x + about.width / 2, about.y + about.height / 2];
  const [dx, dy] = [box.x + box.width / 2 - cx, box.y + box.height / 2 - cy];
  const width = box.width * Math.abs(cos) + box.height * Math.abs(sin);
  const height = box.width * Math.abs(sin) + box.height * Math.abs(cos);
  return { x: cx + dx * cos - dy * sin - width / 2, y: cy + dx * sin + dy * cos - height / 2, width, height };
}

/** Returns the common part of two boxes. Its sides are 0 if they do not intersect. */
export function intersection(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

/** Returns the smallest box that contains both boxes. */
export function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** Returns a box with a margin on all sides. */
export const grown = ({ x, y, width, height }: Box, margin: number): Box => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

/** Returns the largest square in the middle of a box. */
export function squareIn({ x, y, width, height }: Box): Box {
  const side = Math.min(width, height);
  return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
}
