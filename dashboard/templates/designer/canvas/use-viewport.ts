import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useEditor } from '../model/editor-context.ts';
import { ZOOM_RANGE } from '../model/view.ts';
import { isInField } from './use-shortcuts.ts';

/** Change in the natural logarithm of the zoom, per pixel of wheel movement. */
const WHEEL = 0.0022;

/** Point of the page, in points, and the window position at which it stays when the page changes size. */
interface Held {
  x: number;
  y: number;
  clientX: number;
  clientY: number;
}

/** Zooms at the pointer (Ctrl and wheel, or pinch) and pans (middle button, or space bar and drag). */
export function useViewport(
  viewport: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
  zoom: number,
  room: string,
): { isPanning: boolean; startPan: (event: PointerEvent) => boolean } {
  const { view } = useEditor();
  const held = useRef<Held | null>(null);
  const ownScroll = useRef({ left: 0, top: 0 });
  const latest = useRef({ zoom, setZoom: view.setZoom });
  const isOver = useRef(false);
  const hasPanned = useRef(false);
  const [isSpaceDown, setSpaceDown] = useState(false);
  useEffect(() => {
    latest.current = { zoom, setZoom: view.setZoom };
  });

  useEffect(() => {
    const node = viewport.current;
    if (!node) return;
    const hold = (clientX: number, clientY: number) => {
      const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
      const { zoom: now } = latest.current;
      held.current = { x: (clientX - left) / now, y: (clientY - top) / now, clientX, clientY };
    };
    const holdMiddle = () => {
      const { left, top, width, height } = node.getBoundingClientRect();
      hold(left + width / 2, top + height / 2);
    };
    const onScroll = () => {
      const { left, top } = ownScroll.current;
      if (node.scrollLeft !== left || node.scrollTop !== top) holdMiddle();
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { zoom: before, setZoom } = latest.current;
      const { clientX, clientY } = event;
      // Wheel events at one place share a point. Scrolling rounds to whole pixels, and these errors would add up.
      if (held.current?.clientX !== clientX || held.current.clientY !== clientY) hold(clientX, clientY);
      const next = before * Math.exp(-event.deltaY * WHEEL);
      setZoom(Math.min(ZOOM_RANGE.max, Math.max(ZOOM_RANGE.min, next)));
    };
    const enter = () => {
      isOver.current = true;
    };
    const leave = () => {
      isOver.current = false;
      holdMiddle();
    };
    holdMiddle();
    node.addEventListener('scroll', onScroll, { passive: true });
    node.addEventListener('wheel', onWheel, { passive: false });
    node.addEventListener('pointerenter', enter);
    node.addEventListener('pointerleave', leave);
    return () => {
      node.removeEventListener('scroll', onScroll);
      node.removeEventListener('wheel', onWheel);
      node.removeEventListener('pointerenter', enter);
      node.removeEventListener('pointerleave', leave);
    };
  }, [viewport, stage]);

  // The point under the pointer stays in place; without a pointer, the centre does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page or its margin resizes
  useLayoutEffect(() => {
    const [at, node, page] = [held.current, viewport.current, stage.current];
    if (!at || !node || !page) return;
    const { left, top } = page.getBoundingClientRect();
    // Rounds to the nearest pixel; the browser would round down.
    node.scrollLeft = Math.round(node.scrollLeft + left + at.x * zoom - at.clientX);
    node.scrollTop = Math.round(node.scrollTop + top + at.y * zoom - at.clientY);
    ownScroll.current = { left: node.scrollLeft, top: node.scrollTop };
  }, [zoom, room]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !isOver.current || isInField(event.target)) return;
      const isOnPage = event.target === document.body || viewport.current?.contains(event.target as Node);
      if (!isOnPage) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type === 'keydown' && !event.repeat) {
        hasPanned.current = false;
        setSpaceDown(true);
      }
      if (event.type === 'keyup') {
        setSpaceDown(false);
        // Without a drag, the focused element handles the key.
        const { activeElement } = document;
        if (!hasPanned.current && activeElement instanceof HTMLElement && activeElement.role === 'button')
          activeElement.click();
      }
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('keyup', onKey, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('keyup', onKey, true);
    };
  }, [viewport]);

  const startPan = (event: PointerEvent): boolean => {
    const node = viewport.current;
    if (!node || !(event.button === 1 || (event.button === 0 && isSpaceDown))) return false;
    event.preventDefault();
    event.stopPropagation();
    hasPanned.current = true;
    const { clientX, clientY } = event;
    const { scrollLeft, scrollTop } = node;
    // Relative to the start of the drag, because rounding errors of individual moves would add up.
    const move = (moved: globalThis.PointerEvent) => {
      node.scrollLeft = Math.round(scrollLeft - (moved.clientX - clientX));
      node.scrollTop = Math.round(scrollTop - (moved.clientY - clientY));
    };
    const end = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return true;
  };
  return { isPanning: isSpaceDown, startPan };
}
