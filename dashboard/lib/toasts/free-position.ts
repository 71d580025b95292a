import type { NotificationData } from '@mantine/notifications';

type Position = NonNullable<NotificationData['position']>;

/** Places for a notification, in order of preference. */
const POSITIONS = ['top-right', 'bottom-right', 'bottom-center', 'top-center', 'bottom-left', 'top-left'] as const;
/** Size of a notification and its distance from the window's edges, in CSS pixels. */
const [WIDTH, HEIGHT, GAP] = [440, 110, 16];
const CONTROLS = 'button, a[href], input, select, textarea, [role="button"], [role="tab"], [role="menuitem"]';

/** Distance between the tried places of a notification, in CSS pixels. */
const STEP = 24;

/**
 * Returns the place where a notification covers no control, or else the smallest area of controls. On small screens, controls are at all
 * edges, so the notifications of that place can also be further inside.
 */
export function freePosition(): Position {
  const shown = [...document.querySelectorAll(CONTROLS)]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && takesPointer(control))
    .map((control) => control.getBoundingClientRect());
  const rows = Math.max(1, Math.floor((innerHeight - 2 * GAP - HEIGHT) / STEP));
  const places = Array.from({ length: rows }, (_, row) =>
    POSITIONS.map((position) => ({ position, inset: row * STEP })),
  );
  const covered = places.flat().map((place) => {
    const box = boxOf(place);
    return { ...place, area: shown.reduce((sum, control) => sum + overlap(box, control), 0) };
  });
  const { position, inset } = covered.reduce((best, one) => (one.area < best.area ? one : best));
  moveInside(position, inset);
  return position;
}

const takesPointer = (control: Element): boolean => getComputedStyle(control).pointerEvents !== 'none';

interface Place {
  position: Position;
  /** Additional distance from the window's upper or lower edge. */
  inset: number;
}

function boxOf({ position, inset }: Place): DOMRect {
  const width = Math.min(WIDTH, innerWidth - 2 * GAP);
  const [vertical, horizontal] = position.split('-');
  const x = { left: GAP, center: (innerWidth - width) / 2, right: innerWidth - GAP - width }[horizontal ?? ''] ?? GAP;
  return new DOMRect(x, vertical === 'top' ? GAP + inset : innerHeight - GAP - inset - HEIGHT, width, HEIGHT);
}

/** Moves the notifications of a place away from the window's edge. */
function moveInside(position: Position, inset: number): void {
  const list = document.querySelector<HTMLElement>(`.mantine-Notifications-root[data-position="${position}"]`);
  if (list) list.style.translate = `0 ${position.startsWith('top') ? inset : -inset}px`;
}

const overlap = (a: DOMRect, b: DOMRect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
