type Point = [x: number, y: number];

interface Arc {
  rx: number;
  ry: number;
  /** Rotation of the x axis in degrees clockwise. */
  rotation: number;
  large: boolean;
  sweep: boolean;
}

/** Minimum radius. The square of a smaller one is not precise, so it counts as 0. */
const MIN_RADIUS = 1e-9;

/**
 * Converts an elliptical arc to cubic curves (SVG 1.1, F.6). Each has two control points and its end. Returns null for a straight line,
 * which a radius of 0 gives. Returns no curves if start and end are the same.
 */
export function arcToCubics(from: Point, arc: Arc, to: Point): [Point, Point, Point][] | null {
  if (from[0] === to[0] && from[1] === to[1]) return [];
  if (Math.abs(arc.rx) < MIN_RADIUS || Math.abs(arc.ry) < MIN_RADIUS) return null;
  const phi = (arc.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [hx, hy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x1, y1] = [cos * hx + sin * hy, -sin * hx + cos * hy];
  // Radii that are too small are scaled up until the arc reaches its end (F.6.6).
  const lambda = (x1 / arc.rx) ** 2 + (y1 / arc.ry) ** 2;
  const grow = lambda > 1 ? Math.sqrt(lambda) : 1;
  const [rx, ry] = [Math.abs(arc.rx) * grow, Math.abs(arc.ry) * grow];
  const square = (rx * ry) ** 2 - (rx * y1) ** 2 - (ry * x1) ** 2;
  const factor =
    Math.sqrt(Math.max(0, square) / ((rx * y1) ** 2 + (ry * x1) ** 2)) * (arc.large === arc.sweep ? -1 : 1);
  const [cx, cy] = [(factor * rx * y1) / ry, (-factor * ry * x1) / rx];
  const [mx, my] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const start = Math.atan2((y1 - cy) / ry, (x1 - cx) / rx);
  const end = Math.atan2((-y1 - cy) / ry, (-x1 - cx) / rx);
  let sweep = end - start;
  if (arc.sweep && sweep < 0) sweep += 2 * Math.PI;
  if (!arc.sweep && sweep > 0) sweep -= 2 * Math.PI;
  const place = (x: number, y: number): Point => {
    const [ex, ey] = [cx + rx * x, cy + ry * y];
    return [cos * ex - sin * ey + mx, sin * ex + cos * ey + my];
  };
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
  const step = sweep / count;
  const k = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, index): [Point, Point, Point] => {
    const [a, b] = [start + index * step, start + (index + 1) * step];
    return [
      place(Math.cos(a) - k * Math.sin(a), Math.sin(a) + k * Math.cos(a)),
      place(Math.cos(b) + k * Math.sin(b), Math.sin(b) - k * Math.cos(b)),
      index === count - 1 ? to : place(Math.cos(b), Math.sin(b)),
    ];
  });
}
