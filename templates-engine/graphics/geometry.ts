export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A path in the box's coordinates: `M`, `L`, `C` and `Z` with absolute points, which SVG and PDF both draw. */
export type PathCommand = ['M' | 'L', number, number] | ['C', number, number, number, number, number, number] | ['Z'];

/** How far a cubic's handles reach to draw a quarter of a circle. */
const KAPPA = 0.5522847498;

export function rectanglePath({ x, y, width, height }: Box, radius = 0): PathCommand[] {
  const r = Math.min(radius, width / 2, height / 2);
  const [right, bottom, k] = [x + width, y + height, r * (1 - KAPPA)];
  if (r <= 0) return [['M', x, y], ['L', right, y], ['L', right, bottom], ['L', x, bottom], ['Z']];
  return [
    ['M', x + r, y],
    ['L', right - r, y],
    ['C', right - k, y, right, y + k, right, y + r],
    ['L', right, bottom - r],
    ['C', right, bottom - k, right - k, bottom, right - r, bottom],
    ['L', x + r, bottom],
    ['C', x + k, bottom, x, bottom - k, x, bottom - r],
    ['L', x, y + r],
    ['C', x, y + k, x + k, y, x + r, y],
    ['Z'],
  ];
}

export function ellipsePath({ x, y, width, height }: Box): PathCommand[] {
  const [cx, cy, rx, ry] = [x + width / 2, y + height / 2, width / 2, height / 2];
  const [kx, ky] = [rx * KAPPA, ry * KAPPA];
  return [
    ['M', cx + rx, cy],
    ['C', cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry],
    ['C', cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy],
    ['C', cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry],
    ['C', cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy],
    ['Z'],
  ];
}

/** Where a picture of a given shape goes in its box (CSS object-fit). */
export function fitBox(box: Box, picture: { width: number; height: number }, fit: 'contain' | 'cover' | 'fill'): Box {
  if (fit === 'fill') return box;
  const ratios = [box.width / picture.width, box.height / picture.height];
  const scale = fit === 'contain' ? Math.min(...ratios) : Math.max(...ratios);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** The ends of a gradient's line over a box, by CSS's angle: 0 goes up, 90 to the right. */
export function gradientLine({ x, y, width, height }: Box, angle: number): [number, number, number, number] {
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const half = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
  const [cx, cy] = [x + width / 2, y + height / 2];
  return [cx - dx * half, cy - dy * half, cx + dx * half, cy + dy * half];
}
