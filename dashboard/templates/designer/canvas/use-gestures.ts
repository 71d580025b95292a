import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { useUnit } from '../controls/use-unit.ts';
import { inlineOf } from '../elements/kinds.ts';
import type { Item } from '../model/design.ts';
import { distancesAround } from '../model/distances.ts';
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
  scaledInto,
} from '../model/geometry.ts';
import type { Edit } from '../model/history.ts';
import { isFree, withGroups } from '../model/layers.ts';
import type { Live } from '../model/live.ts';
import { PIXELS_PER_POINT } from '../model/preview.ts';
import { snapBox, snapEdges, snapTargets, snapToGrid } from '../model/snapping.ts';
import { lengthText, type Unit } from '../model/units.ts';
import { GRID } from '../model/view.ts';
import { trackPointer } from './track-pointer.ts';

/** Snapping distance, in CSS pixels. */
const REACH = 6;
const NOWHERE: Point = { x: 0, y: 0 };
const NO_MARKS = { guides: [], distances: [], measure: null } satisfies Partial<Live>;

/** Edit that a pointer move results in, and the marks to show over the page. */
interface Gesture extends Partial<Pick<Live, 'guides' | 'distances' | 'measure'>> {
  edit: Edit;
}

/** Rounds to whole pixels of the server's picture, so that a moved element looks exactly as before. */
const onPixels = ({ x, y }: Point): Point => ({
  x: Math.round(x * PIXELS_PER_POINT) / PIXELS_PER_POINT,
  y: Math.round(y * PIXELS_PER_POINT) / PIXELS_PER_POINT,
});

const sizeOf = ({ width, height }: { width: number; height: number }, unit: Unit): string =>
  `${lengthText(width, unit)} × ${lengthText(height, unit)}`;

/**
 * Handles pointer gestures on the page: select, move, resize, rotate and marquee. The store `live` holds their state while they are in
 * progress.
 */
export function useGestures(stage: RefObject<HTMLElement | null>, zoom: number) {
  const { draft, selection, dispatch, edit, view, setSession, live } = useEditor();
  const { settings, guides, hidden } = view;
  const [unit] = useUnit();

  const pageOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
  };
  const inPage = ({ x, y }: Point): Point => ({ x: x / zoom, y: y / zoom });
  const shown = draft.elements.filter(({ id }) => !hidden.has(id));
  const boxesBeside = (ids: readonly string[]) => shown.filter(({ id }) => !ids.includes(id)).map(boundsOf);
  const select = (ids: readonly string[]) => dispatch({ type: 'select', selection: ids });

  /** Runs a gesture as one step of the history, regardless of how many changes it makes. */
  const change = (
    event: ReactPointerEvent,
    onMove: (move: PointerEvent, by: Point) => Gesture | null,
    onClick = () => {},
  ) => {
    let last: Edit | null = null;
    trackPointer(event, {
      onMove: (move, by) => {
        const gesture = onMove(move, onPixels(inPage(by)));
        if (!gesture) return;
        const { edit: step, ...marks } = gesture;
        last = step;
        live.set({ ...NO_MARKS, ...marks, draft: step({ draft, selection }).draft ?? draft });
      },
      onEnd: (moved) => {
        if (last) edit(last);
        live.clear();
        if (!moved) onClick();
      },
      onCancel: live.clear,
    });
  };

  const startMove = (event: ReactPointerEvent, item: Item) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    setSession(null);
    const isSelected = selection.includes(item.id);
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    const own = withGroups(draft, [item.id]);
    if (adds && isSelected) return select(selection.filter((id) => !own.includes(id)));
    const ids = isSelected ? selection : [...(adds ? selection : []), ...own];
    select(ids);
    const items = selectedOf(draft, ids).filter(isFree);
    const bounds = boundsOfAll(items);
    const beside = boxesBeside(ids);
    const targets = snapTargets(draft.page, beside, guides);
    const onMove = (move: PointerEvent, by: Point): Gesture | null => {
      if (!bounds) return null;
      const free = { ...bounds, x: bounds.x + by.x, y: bounds.y + by.y };
      const snaps = settings.snap && !move.altKey;
      const snapped = snaps ? snapBox(free, targets, REACH / zoom) : { by: NOWHERE, guides: [] };
      if (snaps && settings.grid && snapped.guides.length === 0) snapped.by = snapToGrid(free, GRID);
      const placed = { ...free, x: free.x + snapped.by.x, y: free.y + snapped.by.y };
      return {
        edit: placeItems(movedBy(items, { x: by.x + snapped.by.x, y: by.y + snapped.by.y })),
        guides: snapped.guides,
        distances: distancesAround(placed, beside, draft.page),
      };
    };
    // Clicking one of several selected elements without moving it selects only that element and its group.
    change(event, onMove, () => {
      if (adds) return;
      if (selection.length !== 1) return select(own);
      const { clientX: x, clientY: y } = event;
      const opens = isSelected && isFree(item) && inlineOf(item)?.opensOnClick;
      if (opens) setSession({ id: item.id, range: { start: 0, end: 0 }, opened: { x, y } });
    });
  };

  const startResize = (event: ReactPointerEvent, items: readonly Item[], handle: Handle) => {
    const frame = items.length > 1 ? boundsOfAll(items) : (items[0] ?? null);
    if (event.button !== 0 || !frame) return;
    event.stopPropagation();
    const [only] = items.length === 1 ? items : [];
    const beside = boxesBeside(items.map(({ id }) => id));
    const targets = snapTargets(draft.page, beside, guides);
    change(event, (move, by) => {
      const maySnap = settings.snap && !move.altKey && !move.shiftKey && !only?.rotation;
      const edges = {
        x: handle.x === 0 ? null : frame.x + (handle.x > 0 ? frame.width : 0) + by.x,
        y: handle.y === 0 ? null : frame.y + (handle.y > 0 ? frame.height : 0) + by.y,
      };
      const snapped = maySnap ? snapEdges(edges, targets, REACH / zoom) : { by: NOWHERE, guides: [] };
      const box = resize(only ?? frame, handle, { x: by.x + snapped.by.x, y: by.y + snapped.by.y }, move.shiftKey);
      return {
        edit: placeItems(only ? new Map([[only.id, box]]) : scaledInto(items.filter(isFree), frame, box)),
        guides: snapped.guides,
        distances: only?.rotation ? [] : distancesAround(box, beside, draft.page),
        measure: sizeOf(box, unit),
      };
    });
  };

  const startTurn = (event: ReactPointerEvent, item: Item) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    change(event, (move) => {
      const rotation = round(angleTo(item, pageOf(move), move.shiftKey ? 15 : 1));
      return {
        edit: changeItems([item.id], { rotation: rotation === 0 ? undefined : rotation }),
        measure: `${Math.round(rotation)}°`,
      };
    });
  };

  /** Deselects on a tap only: dragging a finger over the page scrolls it. */
  const deselectOnTap = (event: ReactPointerEvent) =>
    trackPointer(event, {
      onMove: () => {},
      onEnd: (moved) => !moved && select([]),
      onCancel: () => {},
    });

  const startMarquee = (event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    setSession(null);
    if (event.pointerType === 'touch') return deselectOnTap(event);
    const from = pageOf(event);
    const before = event.shiftKey ? selection : [];
    select(before);
    trackPointer(event, {
      onMove: (move) => {
        const box = boxBetween(from, pageOf(move));
        live.set({ marquee: box });
        const inside = shown.filter((item) => isFree(item) && isWithin(boundsOf(item), box));
        select([
          ...new Set([
            ...before,
            ...withGroups(
              draft,
              inside.map(({ id }) => id),
            ),
          ]),
        ]);
      },
      onEnd: live.clear,
      onCancel: live.clear,
    });
  };

  return { pageOf, startMove, startResize, startTurn, startMarquee };
}
