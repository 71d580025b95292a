import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useEditor } from '../model/editor-context.ts';
import { ZOOM_RANGE } from '../model/view.ts';
import { isInField } from './use-shortcuts.ts';

/** Of an e-fold of the zoom for each pixel of the wheel. */
const WHEEL = 0.0022;

interface Anchor {
  /** A point of the page, in points, and where in the window it has to stay. */
  x: number;
  y: number;
  clientX: number;
  clientY: number;
}

/** Zooming where the pointer is (Ctrl and the wheel, or a pinch), and panning (middle button, or the space bar and a drag). */
export function useViewport(
  viewport: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
  zoom: number,
): { isPanning: boolean; startPan: (event: PointerEvent) => boolean } {
  const { view } = useEditor();
  const anchor = useRef<Anchor | null>(null);
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
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
      const { zoom: before, setZoom } = latest.current;
      const { clientX, clientY } = event;
      anchor.current = { x: (clientX - left) / before, y: (clientY - top) / before, clientX, clientY };
      const next = before * Math.exp(-event.deltaY * WHEEL);
      setZoom(Math.min(ZOOM_RANGE.max, Math.max(ZOOM_RANGE.min, next)));
    };
    const enter = () => {
      isOver.current = true;
    };
    const leave = () => {
      isOver.current = false;
    };
    node.addEventListener('wheel', onWheel, { passive: false });
    node.addEventListener('pointerenter', enter);
    node.addEventListener('pointerleave', leave);
    return () => {
      node.removeEventListener('wheel', onWheel);
      node.removeEventListener('pointerenter', enter);
      node.removeEventListener('pointerleave', leave);
    };
  }, [viewport, stage]);

  // The point under the pointer stays there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the zoom
  useLayoutEffect(() => {
    const [at, node, page] = [anchor.current, viewport.current, stage.current];
    anchor.current = null;
    if (!at || !node || !page) return;
    const { left, top } = page.getBoundingClientRect();
    node.scrollLeft += left + at.x * zoom - at.clientX;
    node.scrollTop += top + at.y * zoom - at.clientY;
  }, [zoom]);

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
        // Without a drag, the key is the focused element's.
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
    let { clientX, clientY } = event;
    const move = (moved: globalThis.PointerEvent) => {
      node.scrollLeft -= moved.clientX - clientX;
      node.scrollTop -= moved.clientY - clientY;
      ({ clientX, clientY } = moved);
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
