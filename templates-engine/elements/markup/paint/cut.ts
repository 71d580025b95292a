import { type Box, grown } from '../../../graphics/geometry.ts';
import type { PathCommand } from '../../../graphics/path.ts';
import { type Corners, roundedPath } from '../../../graphics/rounded-path.ts';
import { inkBounds } from '../../../scene/ink-bounds.ts';
import { clipped } from '../../shared/part.ts';
import type { PaintStyle } from '../compile/paint-style.ts';
import { edgesOf, innerCorners, inset } from './boxes.ts';
import type { Planned } from './planned.ts';

/** Clips decoration and pictures to a box with `overflow: hidden`. Text that protrudes is rejected elsewhere, so text is never clipped. */
export function cutTo(paint: PaintStyle, box: Box, items: readonly Planned[]): Planned[] {
  const inner = inset(box, edgesOf(paint));
  const corners = innerCorners(paint, box);
  const clip = roundedPath(inner, corners);
  return items.map((item) => cut(item, inner, corners, clip));
}

function cut(item: Planned, inner: Box, corners: Corners, clip: PathCommand[]): Planned {
  if (item.kind === 'paragraph' || item.kind === 'marker') return item;
  if (item.kind === 'picture') {
    const { inner: box } = item.place;
    return isInside(grown(box, MARGIN), inner, corners)
      ? item
      : { kind: 'group', clip, matrix: null, box: inner, items: [item] };
  }
  if (item.kind === 'group') return { kind: 'group', clip, matrix: null, box: inner, items: [item] };
  return isInside(inkBounds(item.element), inner, corners)
    ? item
    : { ...item, element: clipped(clip, [item.element], inner) };
}

/** Margin that `inkBounds` adds around painted content. */
const MARGIN = 1;

/** Returns true if a box lies inside another one and touches none of its rounded corners. */
function isInside(bounds: Box, inner: Box, corners: Corners): boolean {
  const [left, top] = [bounds.x + MARGIN, bounds.y + MARGIN];
  const [right, bottom] = [bounds.x + bounds.width - MARGIN, bounds.y + bounds.height - MARGIN];
  const [endX, endY] = [inner.x + inner.width, inner.y + inner.height];
  if (left < inner.x || top < inner.y || right > endX || bottom > endY) return false;
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const reaches = [
    left < inner.x + topLeft.x && top < inner.y + topLeft.y,
    right > endX - topRight.x && top < inner.y + topRight.y,
    right > endX - bottomRight.x && bottom > endY - bottomRight.y,
    left < inner.x + bottomLeft.x && bottom > endY - bottomLeft.y,
  ];
  return !reaches.some(Boolean);
}
