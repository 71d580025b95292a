import type { Box } from './design.ts';

/** Measured gap: a line along an axis from `from` to `to`, at the position `at` on the other axis. In points. */
export interface Distance {
  axis: 'x' | 'y';
  from: number;
  to: number;
  at: number;
}

const overlap = (a: number, aLength: number, b: number, bLength: number): [from: number, to: number] => [
  Math.max(a, b),
  Math.min(a + aLength, b + bLength),
];

/** Returns the gaps between a box and its neighbour on each side, or the page's edge if there is no neighbour. */
export function distancesAround(box: Box, others: readonly Box[], page: { width: number; height: number }): Distance[] {
  return [...alongAxis('x', box, others, page), ...alongAxis('y', box, others, page)];
}

function alongAxis(
  axis: 'x' | 'y',
  box: Box,
  others: readonly Box[],
  page: { width: number; height: number },
): Distance[] {
  const [side, across, acrossSide] =
    axis === 'x' ? (['width', 'y', 'height'] as const) : (['height', 'x', 'width'] as const);
  const [start, end] = [box[axis], box[axis] + box[side]];
  let before = { edge: 0, at: box[across] + box[acrossSide] / 2 };
  let after = { edge: page[side], at: box[across] + box[acrossSide] / 2 };
  for (const other of others) {
    const [from, to] = overlap(box[across], box[acrossSide], other[across], other[acrossSide]);
    if (from >= to) continue;
    const [otherStart, otherEnd] = [other[axis], other[axis] + other[side]];
    if (otherEnd <= start && otherEnd > before.edge) before = { edge: otherEnd, at: (from + to) / 2 };
    if (otherStart >= end && otherStart < after.edge) after = { edge: otherStart, at: (from + to) / 2 };
  }
  return [
    { axis, from: before.edge, to: start, at: before.at },
    { axis, from: end, to: after.edge, at: after.at },
  ].filter(({ from, to }) => to - from >= 0.5);
}
