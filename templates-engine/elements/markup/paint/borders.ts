import type { Box } from '../../../graphics/geometry.ts';
import type { Rgba } from '../../../graphics/paint.ts';
import { ellipsePath, type PathCommand, rectanglePath, reversedPath } from '../../../graphics/path.ts';
import { roundedPath } from '../../../graphics/rounded-path.ts';
import type { Border, PaintStyle } from '../compile/paint-style.ts';
import { cornersOf, edgesOf, innerCorners, inset } from './boxes.ts';

/** Path to fill with one colour, optionally clipped to another path. */
export interface Fill {
  path: PathCommand[];
  color: Rgba;
  clip?: PathCommand[];
}

/** Returns the areas that the borders of a box fill (CSS Backgrounds 3, section 4). */
export function borderFills(paint: PaintStyle, box: Box): Fill[] {
  const shown = paint.borders.filter(({ width, style, color }) => width > 0 && style !== 'none' && color.alpha > 0);
  if (shown.length === 0) return [];
  const isSolid = shown.every(({ style }) => style === 'solid');
  const [first] = paint.borders;
  const isUniform = first !== undefined && paint.borders.every((border) => isLike(border, first));
  if (isSolid && isUniform) return [{ path: ring(paint, box), color: first.color }];
  const isRounded = cornersOf(paint, box).some(({ x, y }) => x > 0 && y > 0);
  return paint.borders.flatMap((border, side): Fill[] => {
    if (border.width <= 0 || border.style === 'none') return [];
    if (border.style !== 'solid') return [{ path: pattern(border, side, paint, box), color: border.color }];
    const edge = trapezoid(side, paint, box);
    return [
      isRounded ? { path: ring(paint, box), color: border.color, clip: edge } : { path: edge, color: border.color },
    ];
  });
}

const isLike = (a: Border, b: Border): boolean =>
  a.width === b.width && a.style === b.style && a.color.hex === b.color.hex && a.color.alpha === b.color.alpha;

/** Returns the area between the outer and the inner edge. The inner edge runs in the opposite direction, which makes it a hole. */
function ring(paint: PaintStyle, box: Box): PathCommand[] {
  const outer = roundedPath(box, cornersOf(paint, box));
  const inner = inset(box, edgesOf(paint));
  if (inner.width <= 0 || inner.height <= 0) return outer;
  return [...outer, ...reversedPath(roundedPath(inner, innerCorners(paint, box)))];
}

/** Returns the border of one side, mitred at the corners from the outer to the inner edge. */
function trapezoid(side: number, paint: PaintStyle, box: Box): PathCommand[] {
  const inner = inset(box, edgesOf(paint));
  const corners = ({ x, y, width, height }: Box) => [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  const [outside, inside] = [corners(box), corners(inner)];
  const points = [outside[side], outside[(side + 1) % 4], inside[(side + 1) % 4], inside[side]] as [number, number][];
  return [...points.map(([x, y], index): PathCommand => [index === 0 ? 'M' : 'L', x, y]), ['Z']];
}

/** Maximum marks per side. A finer pattern becomes a solid line. */
const MAX_MARKS = 1000;

/** Returns the dashes or dots of one side. Dashes and the gaps between them are twice as long as the border is wide. */
function pattern({ width, style }: Border, side: number, paint: PaintStyle, box: Box): PathCommand[] {
  const [top, right, bottom, left] = edgesOf(paint);
  const isLevel = side % 2 === 0;
  const x = side === 1 ? box.x + box.width - right : box.x;
  const y = side === 2 ? box.y + box.height - bottom : box.y;
  const line: Box = isLevel
    ? { x, y, width: box.width, height: side === 0 ? top : bottom }
    : { x, y, width: side === 1 ? right : left, height: box.height };
  const length = isLevel ? line.width : line.height;
  const mark = style === 'dotted' ? width : width * 2;
  const count = Math.max(1, Math.round((length / mark + 1) / 2));
  if (count > MAX_MARKS) return rectanglePath(line);
  const step = count > 1 ? (length - mark) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index): PathCommand[] => {
    const at = index * step;
    const piece = isLevel
      ? { ...line, x: line.x + at, width: Math.min(mark, length) }
      : { ...line, y: line.y + at, height: Math.min(mark, length) };
    return style === 'dotted' ? ellipsePath(piece) : rectanglePath(piece);
  }).flat();
}
