import { useEffect, useRef } from 'react';
import { duplicateSelection, type Layer, moveSelection, removeSelection, reorderSelection } from '../model/edit.ts';
import type { Editor } from '../model/editor-context.ts';
import { elementDomId, focusSoon, PAGE_ID } from '../model/focus.ts';
import { groupSelection, isFree, lockLayers, ungroupSelection, withGroups } from '../model/layers.ts';
import { ZOOM_RANGE } from '../model/view.ts';

/** Elements in which keys have their usual meaning. */
const FIELDS = 'input, textarea, select, [contenteditable="true"], [contenteditable="plaintext-only"]';
const WIDGETS = `${FIELDS}, [role="dialog"], [role="menu"], [role="listbox"], [role="tablist"], [role="slider"]`;

const isIn = (target: EventTarget | null, where: string): boolean =>
  target instanceof Element && target.closest(where) !== null;

export const isInField = (target: EventTarget | null): boolean => isIn(target, `${FIELDS}, [role="dialog"]`);

const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Handles the canvas's keyboard shortcuts. Ctrl is ⌘ on a Mac. */
export function useShortcuts(editor: Editor): void {
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isDone = event.ctrlKey || event.metaKey ? command(event, latest.current) : plain(event, latest.current);
      if (isDone) event.preventDefault();
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key in ARROWS && !isIn(event.target, WIDGETS)) latest.current.dispatch({ type: 'settle' });
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
    };
  }, []);
}

function command(event: KeyboardEvent, editor: Editor): boolean {
  const { dispatch, edit, draft, view } = editor;
  if (event.altKey || isInField(event.target)) return false;
  const key = event.key.toLowerCase();
  const layer = layerOf(event);
  if (key === 'y' || (key === 'z' && event.shiftKey)) dispatch({ type: 'redo' });
  else if (layer) {
    selectFocused(editor);
    edit(reorderSelection(layer));
  } else if (key === 'g') {
    selectFocused(editor);
    edit(event.shiftKey ? ungroupSelection : groupSelection);
  } else if (event.shiftKey && key === 'l') {
    selectFocused(editor);
    edit((state) => {
      const items = state.draft.elements.filter(({ id }) => state.selection.includes(id));
      return lockLayers(state.selection, items.some(isFree))(state);
    });
  } else if (event.shiftKey && key === 'h') hide(editor);
  else if (event.shiftKey) return false;
  else if (key === 'z') dispatch({ type: 'undo' });
  else if (key === 'a') {
    const shown = draft.elements.filter((item) => isFree(item) && !view.hidden.has(item.id));
    dispatch({ type: 'select', selection: shown.map(({ id }) => id) });
  } else if (key === 'd') {
    selectFocused(editor);
    edit(duplicateSelection);
  } else return false;
  return true;
}

/** Uses the key's position, because keyboard layouts put brackets on different keys. */
function layerOf({ code, shiftKey }: KeyboardEvent): Layer | null {
  if (code === 'BracketRight') return shiftKey ? 'front' : 'forwards';
  if (code === 'BracketLeft') return shiftKey ? 'back' : 'backwards';
  return null;
}

function hide({ view, selection, dispatch }: Editor): void {
  view.setHidden(new Set(selection.length === 0 ? [] : [...view.hidden, ...selection]));
  dispatch({ type: 'select', selection: [] });
  focusSoon(PAGE_ID);
}

function plain(event: KeyboardEvent, editor: Editor): boolean {
  if (event.altKey || isIn(event.target, WIDGETS)) return false;
  if (zoomed(event, editor)) return true;
  const { dispatch, edit, selection } = editor;
  const arrow = ARROWS[event.key];
  if (event.key === 'Escape') {
    if (selection.length === 0) return false;
    dispatch({ type: 'select', selection: [] });
    return true;
  }
  if (!arrow && event.key !== 'Delete' && event.key !== 'Backspace') return false;
  const hasFocused = selectFocused(editor);
  if (selection.length === 0 && !hasFocused) return false;
  if (arrow) {
    const step = event.shiftKey ? 10 : 1;
    edit(moveSelection({ x: arrow[0] * step, y: arrow[1] * step }), 'nudge');
  } else {
    edit(removeSelection);
    focusSoon(PAGE_ID);
  }
  return true;
}

function zoomed({ key, code, shiftKey }: KeyboardEvent, { view }: Editor): boolean {
  const now = view.zoom === 'fit' ? view.fit.current : view.zoom;
  if (key === '+') view.setZoom(Math.min(ZOOM_RANGE.max, now * 1.25));
  else if (key === '-') view.setZoom(Math.max(ZOOM_RANGE.min, now / 1.25));
  else if (shiftKey && code === 'Digit0') view.setZoom(1);
  else if (shiftKey && code === 'Digit1') view.setZoom('fit');
  else return false;
  return true;
}

/** Selects the focused element if it is not selected yet, so that a key applies to it. */
function selectFocused({ dispatch, draft, selection }: Editor): boolean {
  const focused = draft.elements.find(({ id }) => elementDomId(id) === document.activeElement?.id);
  if (!focused || selection.includes(focused.id)) return false;
  dispatch({ type: 'select', selection: withGroups(draft, [focused.id]) });
  return true;
}
