import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { MAX_CONTENT_LENGTH } from '../../../../../../templates-engine/elements/shared/properties.ts';
import { useEditor } from '../../../model/editor-context.ts';
import { INLINE_TEXT_ID } from '../../../model/focus.ts';
import type { CellPlace, TextSession } from '../../../model/text-range.ts';
import { markVariables } from '../../text/mark-variables.ts';
import { readRange, selectRange } from '../../text/text-dom.ts';
import classes from './table.module.css';

interface TableCellEditorProps {
  text: string;
  place: CellPlace;
  session: TextSession;
  onType: (text: string) => void;
  /** Returns true if the key leads to another cell, or out of the table. */
  onMove: (key: string, isBack: boolean) => boolean;
}

const MOVES = ['Tab', 'Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** Edits the text of one cell. */
export function TableCellEditor({ text, place, session, onType, onMove }: TableCellEditorProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { dispatch, setSession } = useEditor();
  const { id, range } = session;
  const { row, column } = place;
  // Writes the design's text, unless it comes from typing here.
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field || field.textContent === text) return;
    field.textContent = text;
    if (document.activeElement === field) selectRange(field, range);
  }, [text, range]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text moves the marks
  useLayoutEffect(() => (ref.current ? markVariables(ref.current) : undefined), [text]);
  // Focuses before paint, so that keys typed immediately go here.
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    field.focus();
  }, []);
  useEffect(() => {
    const follow = () => {
      const field = ref.current;
      const now = field && field === document.activeElement ? readRange(field) : null;
      if (now) setSession({ id, range: now, cell: { row, column } });
    };
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [id, row, column, setSession]);
  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const isMove = MOVES.includes(event.key);
    if (isMove && !event.nativeEvent.isComposing && !command && !event.altKey && mayLeave(event, ref.current)) {
      if (!onMove(event.key, event.shiftKey)) return;
    } else if (command && key === 'z') dispatch({ type: event.shiftKey ? 'redo' : 'undo' });
    else if (command && key === 'y') dispatch({ type: 'redo' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an HTML field would not grow with the cell
    <div
      ref={ref}
      id={INLINE_TEXT_ID}
      role="textbox"
      aria-label={t`Row ${{ row: row + 1 }}, column ${{ column: column + 1 }}`}
      tabIndex={0}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck
      dir="auto"
      className={classes.editor}
      onInput={({ currentTarget }) => {
        // A cell is one paragraph: line breaks of a pasted text become spaces, as on the certificate.
        const typed = (currentTarget.textContent ?? '').replaceAll(/[\r\n]+/g, ' ');
        if (typed.length <= MAX_CONTENT_LENGTH) onType(typed);
      }}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => selectRange(currentTarget, range)}
      onBlur={() => dispatch({ type: 'settle' })}
    />
  );
}

/** Returns whether a key leaves the cell: the left and right arrows do so at the ends of the text only. */
function mayLeave({ key, shiftKey }: KeyboardEvent, field: HTMLElement | null): boolean {
  if (!key.startsWith('Arrow')) return key !== 'Enter' || !shiftKey;
  const range = field && readRange(field);
  if (shiftKey || !range) return false;
  if (key === 'ArrowLeft') return range.start === 0 && range.end === 0;
  return key !== 'ArrowRight' || range.start === (field.textContent?.length ?? 0);
}
