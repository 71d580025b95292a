import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react';
import type { Box, Item } from '../model/design.ts';
import { changeItems, movedBy, placeItems, selectedOf } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import {
  angleTo,
  boundsOf,
  boundsOfAll,
  boxBetween,
  type Handle,
  isWithin,
  type Point,
  resize,
  round,
} from '../model/geometry.ts';
import { PIXELS_PER_POINT } from '../model/preview.ts';
import { type Guide, snapBox, snapEdges, snapTargets } from '../model/snapping.ts';
import { trackPointer } from './track-pointer.ts';

/** Snapping distance, in CSS pixels. */
const REACH = 6;
const NOWHERE: Point = { x: 0, y: 0 };

/** To whole pixels of the platform's picture: what is moved by such a distance looks exactly as before. */
const onGrid = ({ x, y }: Point): Point => ({
  x: Math.round(x * PIXELS_PER_POINT) / PIXELS_PER_POINT,
  y: Math.round(y * PIXELS_PER_POINT) / PIXELS_PER_POINT,
});

/** The pointer's gestures on the page: select, move, resize, rotate, marquee. */
export function useGestures(stage: RefObject<HTMLElement | null>, zoom: number) {
  const { draft, selection, dispatch, edit } = useEditor();
  const [guides, setGuides] = useState<readonly Guide[]>([]);
  const [marquee, setMarquee] = useState<Box | null>(null);
  const count = useRef(0);

  const pageOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
  };
  const inPage = ({ x, y }: Point): Point => ({ x: x / zoom, y: y / zoom });
  const targetsBeside = (ids: readonly string[]) =>
    snapTargets(draft.page, draft.elements.filter(({ id }) => !ids.includes(id)).map(boundsOf));

  /** One step of the history, however often it changes something on its way. */
  const change = (
    event: ReactPointerEvent,
    onMove: (move: PointerEvent, by: Point, tag: string) => void,
    onClick = () => {},
  ) => {
    count.current += 1;
    const tag = `gesture ${count.current}`;
    trackPointer(event, {
      onMove: (move, by) => onMove(move, onGrid(inPage(by)), tag),
      onEnd: (moved) => {
        setGuides([]);
        dispatch({ type: 'settle' });
        if (!moved) onClick();
      },
      onCancel: () => {
        setGuides([]);
        dispatch({ type: 'abandon', tag });
      },
    });
  };

  const startMove = (event: ReactPointerEvent, item: Item) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const isSelected = selection.includes(item.id);
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    const among = adds || isSelected ? selection.filter((id) => id !== item.id) : [];
    if (adds && isSelected) return dispatch({ type: 'select', selection: among });
    const ids = [...among, item.id];
    dispatch({ type: 'select', selection: ids });
    const items = selectedOf(draft, ids);
    const bounds = boundsOfAll(items);
    const targets = targetsBeside(ids);
    const onMove = (move: PointerEvent, by: Point, tag: string) => {
      if (!bounds) return;
      const free = { ...bounds, x: bounds.x + by.x, y: bounds.y + by.y };
      const snapped = move.altKey ? { by: NOWHERE, guides: [] } : snapBox(free, targets, REACH / zoom);
      setGuides(snapped.guides);
      edit(placeItems(movedBy(items, { x: by.x + snapped.by.x, y: by.y + snapped.by.y })), tag);
    };
    // A click on one of several selected ones, without a move, selects it alone.
    change(event, onMove, () => !adds && dispatch({ type: 'select', selection: [item.id] }));
  };

  const startResize = (event: ReactPointerEvent, item: Item, handle: Handle) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const targets = targetsBeside([item.id]);
    change(event, (move, by, tag) => {
      const maySnap = !move.altKey && !move.shiftKey && !item.rotation;
      const edges = {
        x: handle.x === 0 ? null : item.x + (handle.x > 0 ? item.width : 0) + by.x,
        y: handle.y === 0 ? null : item.y + (handle.y > 0 ? item.height : 0) + by.y,
      };
      const snapped = maySnap ? snapEdges(edges, targets, REACH / zoom) : { by: NOWHERE, guides: [] };
      setGuides(snapped.guides);
      const box = resize(item, handle, { x: by.x + snapped.by.x, y: by.y + snapped.by.y }, move.shiftKey);
      edit(placeItems(new Map([[item.id, box]])), tag);
    });
  };

  const startTurn = (event: ReactPointerEvent, item: Item) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    change(event, (move, _by, tag) => {
      const rotation = round(angleTo(item, pageOf(move), move.shiftKey ? 15 : 1));
      edit(changeItems([item.id], { rotation: rotation === 0 ? undefined : rotation }), tag);
    });
  };

  /** A finger that draws over the page scrolls it. */
  const deselectOnTap = (event: ReactPointerEvent) =>
    trackPointer(event, {
      onMove: () => {},
      onEnd: (moved) => !moved && dispatch({ type: 'select', selection: [] }),
      onCancel: () => {},
    });

  const startMarquee = (event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    if (event.pointerType === 'touch') return deselectOnTap(event);
    const from = pageOf(event);
    const before = event.shiftKey ? selection : [];
    dispatch({ type: 'select', selection: before });
    trackPointer(event, {
      onMove: (move) => {
        const box = boxBetween(from, pageOf(move));
        setMarquee(box);
        const inside = draft.elements.filter((item) => isWithin(boundsOf(item), box));
        dispatch({ type: 'select', selection: [...new Set([...before, ...inside.map(({ id }) => id)])] });
      },
      onEnd: () => setMarquee(null),
      onCancel: () => setMarquee(null),
    });
  };

  return { guides, marquee, startMove, startResize, startTurn, startMarquee };
}
