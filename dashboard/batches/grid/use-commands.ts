import { t } from '@lingui/core/macro';
import type { KeyboardEvent, RefObject } from 'react';
import { useRef } from 'react';
import { type Command, commandOf } from './commands.ts';
import type { Editing } from './use-editing.ts';
import type { Cell, Selection } from './use-selection.ts';

interface CommandProps {
  selection: Selection;
  editing: Editing;
  /** Focuses a cell, and scrolls to it. */
  go: (cell: Cell) => void;
  wantsFocus: RefObject<boolean>;
  /** Announces a hint. */
  say: (text: string) => void;
  onEdit: () => void;
  onClear: () => void;
  onUndo: () => void;
  onRedo: () => void;
  onProblem: () => void;
}

/** Returns the handler of the grid's keys. */
export function useCommands(props: CommandProps) {
  const { selection, editing, go, wantsFocus, say } = props;
  // Tab moves within the table, so Esc before it is the way out.
  const isLeaving = useRef(false);
  const tab = (step: 1 | -1, wasLeaving: boolean): boolean => {
    const cell = wasLeaving ? null : selection.next(step);
    if (!cell) return false;
    selection.choose(cell);
    go(cell);
    return true;
  };
  const simple: Record<Exclude<Command['name'], 'move' | 'tab' | 'line'>, () => void> = {
    edit: props.onEdit,
    clear: props.onClear,
    undo: props.onUndo,
    redo: props.onRedo,
    problem: props.onProblem,
    all: selection.all,
    cancel: () => {
      editing.cancel();
      wantsFocus.current = true;
    },
    leave: () => {
      selection.choose(selection.active);
      say(t`Press Tab to leave the table.`);
    },
  };
  const run = (command: Command, event: KeyboardEvent): boolean => {
    const wasLeaving = isLeaving.current;
    isLeaving.current = command.name === 'leave';
    if (command.name === 'line') addLine(event, (text) => editing.type(selection.place, text));
    else if (command.name === 'move' || command.name === 'tab') {
      editing.commit();
      if (command.name === 'tab') return tab(command.step, wasLeaving);
      go(selection.move(command.step, command.isSelecting));
    } else simple[command.name]();
    return true;
  };
  return (event: KeyboardEvent) => {
    const isEdited = editing.draft !== null;
    const command = commandOf(event, isEdited ? (editing.draft?.mode ?? null) : null);
    if (command && run(command, event)) event.preventDefault();
  };
}

/** Adds a line at the cursor. Alone, Enter ends the cell. */
function addLine({ target }: KeyboardEvent, type: (text: string) => void): void {
  if (!(target instanceof HTMLTextAreaElement)) return;
  target.setRangeText('\n', target.selectionStart, target.selectionEnd, 'end');
  type(target.value);
}
