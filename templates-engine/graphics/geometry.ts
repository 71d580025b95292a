export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a picture of a given shape goes in its box (CSS object-fit). */
export function fitBox(box: Box, picture: { width: number; height: number }, fit: 'contain' | 'cover' | 'fill'): Box {
  if (fit === 'fill') return box;
  const ratios = [box.width / picture.width, box.height / picture.height];
  const scale = fit === 'contain' ? Math.min(...ratios) : Math.max(...ratios);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The area of a box that is on the page, in square points. */
export function areaOnPage({ x, y, width, height }: Box, page: { width: number; height: number }): number {
  const across = Math.min(page.width, x + width) - Math.max(0, x);
  const down = Math.min(page.height, y + height) - Math.max(0, y);
  return Math.max(0, across) * Math.max(0, down);
}
