import { primaryFace } from '../fonts/faces.ts';
import { TOLERANCE, widthOf } from './measured-paragraph.ts';
import type { ShapedLine } from './shaping.ts';
import type { TextStyle } from './text-style.ts';

/** Part of a circle that a line stands on; points from the text's box, angles in radians, clockwise from the arc's middle. */
export interface Arc {
  /** Positive: the letters stand on the outside, above the circle's centre. Negative: on the inside, below it. */
  radius: number;
  /** The circle's centre. */
  x: number;
  y: number;
  /** Where the line begins, and how much of the circle a point of it takes. */
  start: number;
  perPoint: number;
  /** The stretch of the box that the line is read in. */
  left: number;
  readWidth: number;
  baseline: number;
}

interface Extent {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** How near the letters come to the centre; below 0 beyond it. */
  nearest: number;
}

/**
 * Places a line on its arc. The arc's middle is in the middle of the box; a line that is aligned left or right begins or
 * ends where its letters meet that side of the box. `fits` tells whether all letters are in the box and none meet on the circle.
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
  // Nearer to the centre than this, letters would stand on their heads.
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

/** The box around a ring between two radii and two angles, from the circle's centre; `side` is -1 for letters on the inside. */
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

/** A place on an arc: `along` the line, and from there to the right and up; with the angle of what stands there. */
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
