import type { PointerEvent } from 'react';

/** Smallest column and row that a drag makes, in points. */
const LEAST = 8;

interface Drag {
  onMove: (by: { x: number; y: number }) => void;
  onEnd: () => void;
}

/** Follows the pointer from an edge until its release. Distances are in points of the page. */
function follow(event: PointerEvent<HTMLElement>, { onMove, onEnd }: Drag): void {
  const edge = event.currentTarget;
  const cell = edge.parentElement ?? edge;
  // The page is scaled, and sizes inside it are in points.
  const zoom = cell.getBoundingClientRect().width / cell.offsetWidth || 1;
  const { clientX, clientY, pointerId } = event;
  edge.setPointerCapture(pointerId);
  event.stopPropagation();
  event.preventDefault();
  const control = new AbortController();
  const { signal } = control;
  const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent) =>
    onMove({ x: (x - clientX) / zoom, y: (y - clientY) / zoom });
  const end = () => {
    control.abort();
    onEnd();
  };
  edge.addEventListener('pointermove', move, { signal });
  edge.addEventListener('pointerup', end, { signal });
  edge.addEventListener('pointercancel', end, { signal });
}

/** Moves the edge between a column and the next one. Reports the widths of all columns without their padding, as shares. */
export function dragColumn(
  event: PointerEvent<HTMLElement>,
  column: number,
  { onSize, onEnd }: { onSize: (shares: number[]) => void; onEnd: () => void },
): void {
  const cells = [...(event.currentTarget.closest('[role="row"]')?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
  const widths = cells.map((cell) => cell.offsetWidth);
  const paddings = cells.map(paddingOf);
  const [left = 0, right = 0] = [widths[column], widths[column + 1]];
  if (widths[column + 1] === undefined) return;
  follow(event, {
    onMove: ({ x }) => {
      const by = Math.max(LEAST - left, Math.min(right - LEAST, x));
      const sized = widths.with(column, left + by).with(column + 1, right - by);
      onSize(sized.map((width, at) => Math.max(1, width - (paddings[at] ?? 0))));
    },
    onEnd,
  });
}

function paddingOf(cell: HTMLElement): number {
  const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(cell);
  return [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth].reduce(
    (sum, length) => sum + (Number.parseFloat(length) || 0),
    0,
  );
}

/** Moves the lower edge of a row. Reports its height in points. */
export function dragRow(
  event: PointerEvent<HTMLElement>,
  { onSize, onEnd }: { onSize: (height: number) => void; onEnd: () => void },
): void {
  const height = event.currentTarget.closest<HTMLElement>('[role="row"]')?.offsetHeight ?? LEAST;
  follow(event, { onMove: ({ y }) => onSize(Math.round(Math.max(LEAST, height + y))), onEnd });
}
