import type { Box } from './design.ts';

export interface Point {
  x: number;
  y: number;
}

type Turned = Box & { rotation?: number };

/** Edges that a handle moves: -1 left or top, 1 right or bottom, 0 neither. */
export interface Handle {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

export const MIN_SIDE = 1;

/** Rounds to a hundredth of a point. Smaller differences are not visible and hard to read. */
export const round = (value: number): number => Math.round(value * 100) / 100 + 0;

const centreOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

function turn({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Returns the axis-aligned bounds of a rotated box. */
export function boundsOf(box: Turned): Box {
  if (!box.rotation) return { x: box.x, y: box.y, width: box.width, height: box.height };
  const centre = centreOf(box);
  const a = turn({ x: box.width / 2, y: box.height / 2 }, box.rotation);
  const b = turn({ x: box.width / 2, y: -box.height / 2 }, box.rotation);
  const [width, height] = [2 * Math.max(Math.abs(a.x), Math.abs(b.x)), 2 * Math.max(Math.abs(a.y), Math.abs(b.y))];
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}

/** Returns the bounds of all boxes; null for an empty list. */
export function boundsOfAll(boxes: readonly Turned[]): Box | null {
  if (boxes.length === 0) return null;
  const all = boxes.map(boundsOf);
  const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  const right = Math.max(...all.map(({ x, width }) => x + width));
  const bottom = Math.max(...all.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const isWithin = (box: Box, frame: Box): boolean =>
  box.x >= frame.x &&
  box.y >= frame.y &&
  box.x + box.width <= frame.x + frame.width &&
  box.y + box.height <= frame.y + frame.height;

export const boxBetween = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

/** Returns a box after its handle was dragged by a distance on the page. The opposite edge or corner stays in place. */
export function resize(box: Turned, handle: Handle, by: Point, keepsRatio: boolean): Box {
  const rotation = box.rotation ?? 0;
  const local = turn(by, -rotation);
  let width = Math.max(MIN_SIDE, box.width + handle.x * local.x);
  let height = Math.max(MIN_SIDE, box.height + handle.y * local.y);
  if (keepsRatio) {
    const scales = [...(handle.x ? [width / box.width] : []), ...(handle.y ? [height / box.height] : [])];
    const scale = Math.max(...scales, MIN_SIDE / Math.min(box.width, box.height));
    [width, height] = [box.width * scale, box.height * scale];
  }
  const shift = turn({ x: (handle.x * (width - box.width)) / 2, y: (handle.y * (height - box.height)) / 2 }, rotation);
  const centre = centreOf(box);
  return { x: centre.x + shift.x - width / 2, y: centre.y + shift.y - height / 2, width, height };
}

/** Returns the rotation at which a box's top faces a point. */
export function angleTo(box: Box, { x, y }: Point, step: number): number {
  const centre = centreOf(box);
  const degrees = (Math.atan2(y - centre.y, x - centre.x) * 180) / Math.PI + 90;
  const stepped = Math.round(degrees / step) * step;
  return ((stepped % 360) + 360) % 360;
}

/** Returns boxes scaled with their frame after it was resized. */
export function scaledInto(boxes: readonly (Box & { id: string })[], from: Box, to: Box): Map<string, Box> {
  const [byX, byY] = [to.width / (from.width || 1), to.height / (from.height || 1)];
  return new Map(
    boxes.map(({ id, x, y, width, height }) => [
      id,
      {
        x: to.x + (x - from.x) * byX,
        y: to.y + (y - from.y) * byY,
        width: Math.max(MIN_SIDE, width * byX),
        height: Math.max(MIN_SIDE, height * byY),
      },
    ]),
  );
}
