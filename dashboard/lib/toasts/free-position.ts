import type { NotificationData } from '@mantine/notifications';

type Position = NonNullable<NotificationData['position']>;

/** Places for a notification, in order of preference. */
const POSITIONS = ['top-right', 'bottom-right', 'bottom-center', 'top-center', 'bottom-left', 'top-left'] as const;
/** Size of a notification and its distance from the window's edges, in CSS pixels. */
const [WIDTH, HEIGHT, GAP] = [440, 110, 16];
const CONTROLS = 'button, a[href], input, select, textarea, [role="button"], [role="tab"], [role="menuitem"]';

/** Returns the place where a notification covers no control, or else the smallest area of controls. */
export function freePosition(): Position {
  const shown = [...document.querySelectorAll(CONTROLS)]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && takesPointer(control))
    .map((control) => control.getBoundingClientRect());
  const covered = POSITIONS.map((position) => {
    const place = placeOf(position);
    return { position, area: shown.reduce((sum, control) => sum + overlap(place, control), 0) };
  });
  return covered.reduce((best, one) => (one.area < best.area ? one : best)).position;
}

const takesPointer = (control: Element): boolean => getComputedStyle(control).pointerEvents !== 'none';

function placeOf(position: (typeof POSITIONS)[number]): DOMRect {
  const width = Math.min(WIDTH, innerWidth - 2 * GAP);
  const [vertical, horizontal] = position.split('-');
  const x = { left: GAP, center: (innerWidth - width) / 2, right: innerWidth - GAP - width }[horizontal ?? ''] ?? GAP;
  return new DOMRect(x, vertical === 'top' ? GAP : innerHeight - GAP - HEIGHT, width, HEIGHT);
}

const overlap = (a: DOMRect, b: DOMRect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
