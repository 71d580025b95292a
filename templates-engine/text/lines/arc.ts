import { primaryFace } from '../../fonts/faces.ts';
import type { ShapedLine } from '../shaping/shaping.ts';
import { TOLERANCE, widthOf } from './measured-paragraph.ts';
import type { TextStyle } from './text-style.ts';

/**
 * Part of a circle that a line of text follows. Lengths are in points from the text's box, angles in radians, clockwise from the middle of
 * the arc.
 */
export interface Arc {
  /** Positive: letters are on the outside, above the centre. Negative: letters are on the inside, below it. */
  radius: number;
  /** Centre of the circle. */
  x: number;
  y: number;
  /** Angle at which the line starts, and angle per point of its length. */
  start: number;
  perPoint: number;
  /** Horizontal extent of the box that readers assign to the line. */
  left: number;
  readWidth: number;
  baseline: number;
}

interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Smallest distance between the letters and the centre. Negative beyond the centre. */
  nearest: number;
}

/**
 * Places a line on its arc. The middle of the arc is in the middle of the box. A line aligned left or right starts or ends where its
 * letters meet that side of the box. `fits` is true if all letters are inside the box and do not overlap on the circle.
 */
export function placeOnArc(
  line: ShapedLine,
  style: TextStyle,
  radius: number,
  size: number,
): { arc: Arc; fits: boolean } {
  const { ascender, descender } = primaryFace(style.font);
  const radii = [ascender, descender].map((em) => radius + em * size * line.scale);
  const around = Math.abs(radius);
  const sweep = widthOf(line, size) / around;
  const half = style.width / 2;
  const outermost = Math.max(...radii.map(Math.abs));
  const most = outermost <= half ? Math.PI : Math.asin(half / outermost);
  const start = style.align === 'center' ? -sweep / 2 : style.align === 'right' ? most - sweep : -most;
  const extent = extentOf(radii, Math.sign(radius), start, start + sweep);
  const height = extent.bottom - extent.top;
  const free = style.height - height;
  const above = style.verticalAlign === 'middle' ? free / 2 : style.verticalAlign === 'bottom' ? free : 0;
  // Letters any closer to the centre would be upside down.
  const isRound = extent.nearest > 0;
  const isInside = extent.left >= -half - TOLERANCE && extent.right <= half + TOLERANCE;
  const y = above - extent.top;
  return {
    arc: {
      radius,
      x: half,
      y,
      start,
      perPoint: 1 / around,
      left: half + extent.left,
      readWidth: extent.right - extent.left,
      baseline: y - radius,
    },
    fits: isRound && isInside && free >= -TOLERANCE && sweep <= 2 * Math.PI,
  };
}

/** Returns the box around a ring between two radii and two angles, relative to the centre. `side` is -1 for letters on the inside. */
function extentOf(radii: readonly number[], side: number, start: number, end: number): Extent {
  const quarters = [-2, -1, 0, 1, 2].map((quarter) => (quarter * Math.PI) / 2);
  const angles = [start, end, ...quarters.filter((angle) => angle > start && angle < end)];
  const points = radii.flatMap((own) =>
    angles.map((angle) => ({ x: Math.abs(own) * Math.sin(angle), y: -own * Math.cos(angle) })),
  );
  return {
    left: Math.min(...points.map(({ x }) => x)),
    right: Math.max(...points.map(({ x }) => x)),
    top: Math.min(...points.map(({ y }) => y)),
    bottom: Math.max(...points.map(({ y }) => y)),
    nearest: Math.min(...radii.map((own) => own * side)),
  };
}

/** Returns a point on an arc: at `along` on the line, moved `right` and `up` from there. Also returns the angle of a letter there. */
export function onArc(arc: Arc, along: number, right: number, up: number): { x: number; y: number; angle: number } {
  const turn = arc.start + along * arc.perPoint;
  const angle = arc.radius > 0 ? turn : -turn;
  const around = Math.abs(arc.radius);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return {
    x: arc.x + around * Math.sin(turn) + right * cos + up * sin,
    y: arc.y - arc.radius * Math.cos(turn) + right * sin - up * cos,
    angle,
  };
}
