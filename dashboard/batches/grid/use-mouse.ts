import type { MouseEvent } from 'react';
import type { Editing } from './use-editing.ts';
import type { Cell, Selection } from './use-selection.ts';

interface MouseProps {
  selection: Selection;
  editing: Editing;
  isEditing: boolean;
  /** Focuses a cell, and scrolls to it. */
  go: (cell: Cell) => void;
  onEdit: () => void;
}

/** Chooses cells by mouse: a click, a click with Shift, or a drag. A double click edits. */
export function useMouse({ selection, editing, isEditing, go, onEdit }: MouseProps) {
  const { active } = selection;
  const isActive = ({ row, column }: Cell) => row === active.row && column === active.column;
  return {
    onMouseDown: (event: MouseEvent) => {
      const cell = cellAt(event.target);
      if (!cell || event.button !== 0) return;
      // Within the field that is being edited, a click moves the cursor.
      if (isEditing && isActive(cell)) return;
      // Otherwise, the browser would take the focus from the active cell, or place a cursor in it.
      event.preventDefault();
      editing.commit();
      if (event.shiftKey) selection.extend(cell);
      else selection.choose(cell);
      go(cell);
    },
    onDoubleClick: (event: MouseEvent) => {
      if (!isEditing && cellAt(event.target)) onEdit();
    },
    onMouseOver: (event: MouseEvent) => {
      const cell = event.buttons === 1 && !isEditing ? cellAt(event.target) : null;
      if (!cell || isActive(cell)) return;
      selection.extend(cell);
      go(cell);
    },
  };
}

function cellAt(target: EventTarget): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}
