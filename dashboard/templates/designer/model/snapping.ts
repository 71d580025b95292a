import type { Box } from './design.ts';
import type { Point } from './geometry.ts';

/** Line across the page to which something has snapped. */
export interface Guide {
  axis: 'x' | 'y';
  at: number;
}

interface Targets {
  x: number[];
  y: number[];
}

/** Usual distance from the page's edges, in points. */
const MARGIN = 36;

const linesOf = (start: number, length: number): number[] => [start, start + length / 2, start + length];

/** Returns the lines to snap to: edges, margins and centre of the page, and edges and centres of other elements. */
export function snapTargets(
  page: { width: number; height: number },
  others: readonly Box[],
  guides: readonly Guide[] = [],
): Targets {
  const placed = (axis: 'x' | 'y') => guides.filter((guide) => guide.axis === axis).map(({ at }) => at);
  const sides = (length: number) => [...linesOf(0, length), MARGIN, length - MARGIN];
  return {
    x: [...placed('x'), ...sides(page.width), ...others.flatMap(({ x, width }) => linesOf(x, width))],
    y: [...placed('y'), ...sides(page.height), ...others.flatMap(({ y, height }) => linesOf(y, height))],
  };
}

/** Returns the smallest offset that moves one of the lines to a target within reach. */
function nearest(lines: readonly number[], targets: readonly number[], reach: number) {
  let best: { by: number; at: number } | null = null;
  for (const line of lines) {
    for (const at of targets) {
      const by = at - line;
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at };
    }
  }
  return best;
}

/** Returns the offset to the nearest grid line, at any distance. */
export function snapToGrid(lines: { x: number; y: number }, grid: number): Point {
  const by = (at: number) => Math.round(at / grid) * grid - at;
  return { x: by(lines.x), y: by(lines.y) };
}

/** Returns the offset by which moving lines snap, and the guides to show. */
function snapLines(lines: Targets, targets: Targets, reach: number): { by: Point; guides: Guide[] } {
  const x = nearest(lines.x, targets.x, reach);
  const y = nearest(lines.y, targets.y, reach);
  return {
    by: { x: x?.by ?? 0, y: y?.by ?? 0 },
    guides: [...(x ? [{ axis: 'x' as const, at: x.at }] : []), ...(y ? [{ axis: 'y' as const, at: y.at }] : [])],
  };
}

/** Snaps a box that is moved as a whole. */
export const snapBox = (box: Box, targets: Targets, reach: number) =>
  snapLines({ x: linesOf(box.x, box.width), y: linesOf(box.y, box.height) }, targets, reach);

/** Snaps the edges that a handle moves; null is an edge that stays. */
export const snapEdges = (edges: { x: number | null; y: number | null }, targets: Targets, reach: number) =>
  snapLines({ x: edges.x === null ? [] : [edges.x], y: edges.y === null ? [] : [edges.y] }, targets, reach);
