import type { KeyboardEvent } from 'react';

/** `typing` replaces a value and ends with an arrow key, as in spreadsheets; `editing` changes it, and arrow keys move the cursor. */
export type Mode = 'typing' | 'editing';

/** Steps in cells. Infinite ones lead to the edge. */
export interface Step {
  rows: number;
  columns: number;
}

export type Command =
  | { name: 'move'; step: Step; isSelecting: boolean }
  | { name: 'tab'; step: 1 | -1 }
  | { name: 'edit' | 'leave' | 'clear' | 'all' | 'undo' | 'redo' | 'cancel' | 'line' | 'problem' };

/** Rows of a page: one less than are visible, so that the eye finds its place. */
const PAGE_ROWS = 19;

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};
const JUMPS: Readonly<Record<string, Step>> = {
  Home: { rows: 0, columns: -Infinity },
  End: { rows: 0, columns: Infinity },
  PageUp: { rows: -PAGE_ROWS, columns: 0 },
  PageDown: { rows: PAGE_ROWS, columns: 0 },
};

/** Returns the effect of a key in the grid, as in spreadsheets; null if the browser handles it. `mode` is null while no cell is edited. */
export function commandOf(event: KeyboardEvent, mode: Mode | null): Command | null {
  // Enter also ends the composition of a character in an input method.
  if (event.nativeEvent.isComposing) return null;
  const { key, shiftKey } = event;
  if (key === 'Tab') return { name: 'tab', step: shiftKey ? -1 : 1 };
  if (key === 'Enter' && mode && (event.altKey || isControl(event))) return { name: 'line' };
  if (key === 'Enter') return { name: 'move', step: { rows: shiftKey ? -1 : 1, columns: 0 }, isSelecting: false };
  if (mode) return whileEditing(event, mode);
  if (key === 'F2' || (key === 'ArrowDown' && event.altKey)) return { name: 'edit' };
  if (key === 'F8') return { name: 'problem' };
  if (key === 'Escape') return { name: 'leave' };
  if (key === 'Delete' || key === 'Backspace') return { name: 'clear' };
  if (isControl(event)) return withControl(event);
  const step = ARROWS[key] ?? JUMPS[key];
  return step ? { name: 'move', step, isSelecting: shiftKey } : null;
}

const isControl = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

function whileEditing({ key }: KeyboardEvent, mode: Mode): Command | null {
  if (key === 'Escape') return { name: 'cancel' };
  const step = mode === 'typing' ? ARROWS[key] : undefined;
  return step ? { name: 'move', step, isSelecting: false } : null;
}

function withControl({ key, shiftKey }: KeyboardEvent): Command | null {
  const letter = key.toLowerCase();
  if (letter === 'a') return { name: 'all' };
  if (letter === 'z') return { name: shiftKey ? 'redo' : 'undo' };
  if (letter === 'y') return { name: 'redo' };
  if (key === 'Home' || key === 'End') {
    const edge = key === 'Home' ? -Infinity : Infinity;
    return { name: 'move', step: { rows: edge, columns: edge }, isSelecting: shiftKey };
  }
  const arrow = ARROWS[key];
  const far = (steps: number) => (steps === 0 ? 0 : steps * Infinity);
  return arrow
    ? { name: 'move', step: { rows: far(arrow.rows), columns: far(arrow.columns) }, isSelecting: shiftKey }
    : null;
}
