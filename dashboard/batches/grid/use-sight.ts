import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import { type GridColumn, HEAD_WIDTH } from './columns.ts';
import type { ShownColumn } from './grid-row.tsx';
import type { Cell } from './use-selection.ts';

/** Heights of a row and of the header in pixels. */
export const ROW_HEIGHT = 30;
export const HEADER_HEIGHT = 34;
/** Room for the remark of the last row's cell. */
const FOOT = 48;

interface SightProps {
  viewport: RefObject<HTMLDivElement | null>;
  rows: number;
  columns: readonly GridColumn[];
  active: Cell;
}

/** Returns the rows and columns in sight. The active row is always among them, as its field has the focus. */
export function useSight({ viewport, rows, columns, active }: SightProps) {
  const vertical = useVirtualizer({
    count: rows,
    getScrollElement: () => viewport.current,
    estimateSize: () => ROW_HEIGHT,
    paddingStart: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    paddingEnd: FOOT,
    scrollPaddingEnd: FOOT,
    overscan: 6,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => viewport.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    paddingStart: HEAD_WIDTH,
    scrollPaddingStart: HEAD_WIDTH,
    overscan: 2,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are read from the columns
  useEffect(() => horizontal.measure(), [columns, horizontal]);
  const found = vertical.getVirtualItems().map(({ index }) => index);
  const isFar = active.row >= 0 && active.row < rows && !found.includes(active.row);
  const items: readonly ShownColumn[] = horizontal.getVirtualItems();
  return {
    shownRows: isFar ? [...found, active.row].sort((a, b) => a - b) : found,
    items,
    /** Columns of the active row. */
    activeItems: items.some(({ index }) => index === active.column)
      ? items
      : [...items, placeOf(columns, active.column)],
    height: vertical.getTotalSize(),
    width: horizontal.getTotalSize(),
    scrollTo: ({ row, column }: Cell) => {
      vertical.scrollToIndex(row);
      horizontal.scrollToIndex(column);
    },
  };
}

function placeOf(columns: readonly GridColumn[], index: number): ShownColumn {
  const start = columns.slice(0, index).reduce((sum, { width }) => sum + width, HEAD_WIDTH);
  return { index, start, size: columns[index]?.width ?? 0 };
}
