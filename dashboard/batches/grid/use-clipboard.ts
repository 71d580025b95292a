import { plural, t } from '@lingui/core/macro';
import type { ClipboardEvent } from 'react';
import type { CellChange, Row } from '../rows/rows.ts';
import { type Area, placeBlock, readBlock, writeBlock } from './blocks.ts';
import type { GridColumn } from './columns.ts';

interface ClipboardProps {
  rows: readonly Row[];
  columns: readonly GridColumn[];
  area: Area;
  /** Returns the text of a cell. */
  textOf: (row: Row, column: GridColumn) => string;
  /** Returns a text as the field takes it. */
  readTyped: (key: string, text: string) => string;
  onEdit: (changes: readonly CellChange[]) => void;
  /** Announces the result. */
  say: (text: string) => void;
}

/** Copies, cuts and pastes blocks of cells, as spreadsheets do. */
export function useClipboard({ rows, columns, area, textOf, readTyped, onEdit, say }: ClipboardProps) {
  const selected = <Of>(make: (row: Row, column: GridColumn) => Of): Of[][] =>
    rows
      .slice(area.top, area.bottom + 1)
      .map((row) => columns.slice(area.left, area.right + 1).map((column) => make(row, column)));
  const clear = () => {
    const changes = selected((row, { key, field }): CellChange[] =>
      field && (row.values[key] ?? '') !== '' ? [{ row: row.number, key, value: '' }] : [],
    ).flat(2);
    if (changes.length > 0) onEdit(changes);
    say(plural({ count: changes.length }, { one: 'Cleared # cell.', other: 'Cleared # cells.' }));
  };
  const copy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', writeBlock(selected(textOf)));
    const count = (area.bottom - area.top + 1) * (area.right - area.left + 1);
    say(plural(count, { one: 'Copied # cell.', other: 'Copied # cells.' }));
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const block = readBlock(event.clipboardData.getData('text/plain'));
    if (!block) return say(t`That’s too much to paste.`);
    const { placed, lost } = placeBlock(block, area, { rows: rows.length, columns: columns.length });
    const changes = placed.flatMap(({ row, column, text }): CellChange[] => {
      const [target, { key, field } = { key: '' }] = [rows[row], columns[column]];
      if (!target || !field) return [];
      const value = readTyped(key, text);
      return (target.values[key] ?? '') === value ? [] : [{ row: target.number, key, value }];
    });
    if (changes.length > 0) onEdit(changes);
    const pasted = plural({ count: placed.length }, { one: 'Pasted # cell.', other: 'Pasted # cells.' });
    const rest = plural(lost, {
      one: '# cell didn’t fit: the table has no more rows or columns.',
      other: '# cells didn’t fit: the table has no more rows or columns.',
    });
    say(lost > 0 ? `${pasted} ${rest}` : pasted);
  };
  return {
    clear,
    copy,
    paste,
    cut: (event: ClipboardEvent) => {
      copy(event);
      clear();
    },
  };
}
