interface Tracking {
  /** `by` is the pointer's distance from its start, in CSS pixels. */
  onMove: (event: PointerEvent, by: { x: number; y: number }) => void;
  onEnd: (moved: boolean) => void;
  /** Called when the gesture is cancelled by Escape, or because the browser treats it as a scroll. */
  onCancel: () => void;
}

/** Minimum distance of a drag, in CSS pixels. */
const THRESHOLD = 3;

/** Follows a pressed pointer until its release, also outside the element. */
export function trackPointer(
  { pointerId, clientX, clientY }: { pointerId: number; clientX: number; clientY: number },
  { onMove, onEnd, onCancel }: Tracking,
): void {
  const control = new AbortController();
  const options = { signal: control.signal };
  let moved = false;
  const end = (then: () => void) => {
    control.abort();
    then();
  };
  const own = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointerId) handle(event);
  };
  addEventListener(
    'pointermove',
    own((event) => {
      const by = { x: event.clientX - clientX, y: event.clientY - clientY };
      moved ||= Math.hypot(by.x, by.y) >= THRESHOLD;
      if (moved) onMove(event, by);
    }),
    options,
  );
  addEventListener(
    'pointerup',
    own(() => end(() => onEnd(moved))),
    options,
  );
  addEventListener(
    'pointercancel',
    own(() => end(onCancel)),
    options,
  );
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      end(onCancel);
    },
    { ...options, capture: true },
  );
}
