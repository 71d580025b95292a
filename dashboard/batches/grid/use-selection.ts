import { useMemo, useState } from 'react';
import type { Row } from '../rows/rows.ts';
import type { Area } from './blocks.ts';
import type { GridColumn } from './columns.ts';
import type { Step } from './commands.ts';

/** Cell by the row's number and the column's key, so that it stays the same when rows are filtered or removed. */
export interface Place {
  row: number;
  key: string;
}

interface Chosen {
  active: Place;
  /** Cell at the other end of the selection. */
  anchor: Place;
  /** Index of the active row, to take the next one if the row is gone. */
  index: number;
}

export interface Cell {
  row: number;
  column: number;
}

/** Returns the active cell and the selected area by index, and ways to move them. */
export function useSelection(rows: readonly Row[], columns: readonly GridColumn[]) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const rowIndexes = useMemo(() => new Map(rows.map(({ number }, index) => [number, index])), [rows]);
  const columnIndexes = useMemo(() => new Map(columns.map(({ key }, index) => [key, index])), [columns]);
  const last = { row: rows.length - 1, column: columns.length - 1 };
  const first = Math.min(1, last.column);
  const cellOf = (place: Place | undefined): Cell => ({
    row: rowIndexes.get(place?.row ?? 0) ?? Math.min(chosen?.index ?? 0, last.row),
    column: columnIndexes.get(place?.key ?? '') ?? first,
  });
  const active = cellOf(chosen?.active);
  const other = cellOf(chosen?.anchor);
  const area: Area = {
    top: Math.min(active.row, other.row),
    bottom: Math.max(active.row, other.row),
    left: Math.min(active.column, other.column),
    right: Math.max(active.column, other.column),
  };
  const placeOf = ({ row, column }: Cell): Place => ({
    row: rows[row]?.number ?? 0,
    key: columns[column]?.key ?? '',
  });
  const choose = (cell: Cell, anchor = cell) =>
    setChosen({ active: placeOf(cell), anchor: placeOf(anchor), index: cell.row });
  const bounded = (value: number, most: number) => Math.max(0, Math.min(most, value));
  return {
    active,
    /** False until a person chooses a cell. */
    isChosen: chosen !== null,
    area,
    place: placeOf(active),
    choose,
    /** Extends the selection to a cell. */
    extend: (cell: Cell) => choose(cell, other),
    /** Moves the active cell. Returns its new place. */
    move: ({ rows: down, columns: right }: Step, isSelecting = false): Cell => {
      const cell = {
        row: bounded(active.row + down, last.row),
        column: bounded(active.column + right, last.column),
      };
      choose(cell, isSelecting ? other : cell);
      return cell;
    },
    /** Returns the next cell in reading order; null after the last and before the first. */
    next: (step: 1 | -1): Cell | null => {
      const column = active.column + step;
      if (column >= first && column <= last.column) return { row: active.row, column };
      const row = active.row + step;
      return row < 0 || row > last.row ? null : { row, column: step > 0 ? first : last.column };
    },
    all: () => choose({ row: 0, column: first }, { row: last.row, column: last.column }),
  };
}

export type Selection = ReturnType<typeof useSelection>;
