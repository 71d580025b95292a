import type { Box } from '../../../graphics/geometry.ts';
import { type Gradient, gradientLine, type Rgba } from '../../../graphics/paint.ts';
import type { CssGradient, CssGradientStop } from '../css/gradients.ts';
import { lengthOf } from './boxes.ts';

/** Returns a CSS gradient applied to a box (CSS Images 3, section 3). */
export function gradientOver(gradient: CssGradient, box: Box): Gradient {
  return gradient.type === 'linear' ? linear(gradient, box) : radial(gradient, box);
}

function linear({ angle, stops }: CssGradient & { type: 'linear' }, box: Box): Gradient {
  const degrees = typeof angle === 'number' ? angle : angleToCorner(angle, box);
  const coordinates = gradientLine(box, degrees);
  const [x0, y0, x1, y1] = coordinates;
  return { coordinates, stops: placed(stops, Math.hypot(x1 - x0, y1 - y0)) };
}

/** Returns the angle at which the colour of the middle runs through the two other corners. */
function angleToCorner([x, y]: readonly [number, number], { width, height }: Box): number {
  const degrees = (Math.atan2(height * x, -width * y) * 180) / Math.PI;
  return Number.isFinite(degrees) ? degrees : 0;
}

function radial(gradient: CssGradient & { type: 'radial' }, box: Box): Gradient {
  const cx = box.x + lengthOf(gradient.center[0], box.width);
  const cy = box.y + lengthOf(gradient.center[1], box.height);
  const [left, right, top, bottom] = [cx - box.x, box.x + box.width - cx, cy - box.y, box.y + box.height - cy].map(
    Math.abs,
  ) as [number, number, number, number];
  const pick = gradient.extent.startsWith('closest') ? Math.min : Math.max;
  const isCorner = gradient.extent.endsWith('corner');
  const [across, down] = [pick(left, right), pick(top, bottom)];
  const sides = gradient.isCircle ? [pick(across, down), pick(across, down)] : [across, down];
  // An ellipse through a corner has the proportions of the ellipse to the sides.
  const reach = isCorner
    ? gradient.isCircle
      ? [Math.hypot(across, down), Math.hypot(across, down)]
      : sides.map((side) => side * Math.SQRT2)
    : sides;
  const [rx, ry] = reach.map((radius) => Math.max(radius, 0.01)) as [number, number];
  const coordinates = [cx, cy, 0, cx, cy, rx];
  const stops = placed(gradient.stops, rx);
  const squeeze = ry / rx;
  return squeeze === 1
    ? { coordinates, stops }
    : { coordinates, stops, matrix: [1, 0, 0, squeeze, 0, cy * (1 - squeeze)] };
}

/** Returns stops with offsets. A stop without a position lies halfway between its neighbours. No stop lies before its predecessor. */
function placed(stops: readonly CssGradientStop[], length: number): Gradient['stops'] {
  const at = stops.map((stop, index) => {
    if (stop.at) return length > 0 ? lengthOf(stop.at, length) / length : 0;
    return index === 0 ? 0 : index === stops.length - 1 ? 1 : null;
  });
  const known = at.map((offset, index) =>
    offset === null ? null : Math.max(...at.slice(0, index + 1).map((before) => before ?? Number.NEGATIVE_INFINITY)),
  );
  const offsets = known.map((offset, index) => offset ?? between(known, index));
  return clampedStops(stops.map(({ color }, index) => ({ offset: offsets[index] ?? 0, color: color as Rgba })));
}

function between(known: readonly (number | null)[], index: number): number {
  const before = known.findLastIndex((offset, at) => at < index && offset !== null);
  const after = known.findIndex((offset, at) => at > index && offset !== null);
  const [from, to] = [known[before] ?? 0, known[after] ?? 1];
  return from + ((to - from) * (index - before)) / (after - before);
}

/** Clamps stops to the range 0 to 1, with the interpolated colours at its ends. */
function clampedStops(stops: Gradient['stops']): Gradient['stops'] {
  const inside = stops.filter(({ offset }) => offset >= 0 && offset <= 1);
  const [before, after] = [stops.findLast(({ offset }) => offset < 0), stops.find(({ offset }) => offset > 1)];
  const first = stops.find(({ offset }) => offset >= 0);
  const last = stops.findLast(({ offset }) => offset <= 1);
  return [
    ...(before ? [{ offset: 0, color: mixed(before, first ?? before, 0) }] : []),
    ...inside,
    ...(after ? [{ offset: 1, color: mixed(last ?? after, after, 1) }] : []),
  ];
}

type Stop = Gradient['stops'][number];

function mixed(a: Stop, b: Stop, offset: number): Rgba {
  const share = b.offset > a.offset ? (offset - a.offset) / (b.offset - a.offset) : 0;
  const mix = (name: 'red' | 'green' | 'blue' | 'alpha') => a.color[name] + (b.color[name] - a.color[name]) * share;
  const [red, green, blue, alpha] = [mix('red'), mix('green'), mix('blue'), mix('alpha')];
  const hex = [red, green, blue]
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');
  return { red, green, blue, alpha, hex: `#${hex}` };
}
