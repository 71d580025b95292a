import type { CellPlace } from '../../../model/text-range.ts';
import type { Table } from './read-table.ts';

/** `add` adds a row, `leave` ends the editing, and `stay` does neither. */
type Next = CellPlace | 'add' | 'leave' | 'stay';

/** Returns the place that a key leads to from a cell. Tab adds a row after the last one, unless that repeats for lines. */
export function nextCell(table: Table | null, { row, column }: CellPlace, key: string, isBack: boolean): Next {
  if (!table || key === 'Escape') return 'leave';
  const cells = table.rows.flatMap(({ cells: inside }, at) => inside.map((_, index) => ({ row: at, column: index })));
  const now = cells.findIndex((cell) => cell.row === row && cell.column === column);
  const vertical = key === 'ArrowUp' || (key === 'Enter' && isBack) ? -1 : 1;
  switch (key) {
    case 'Tab': {
      const last = table.rows.at(-1);
      const end = isBack || last?.node.each || last?.isHeader ? 'leave' : 'add';
      return cells[now + (isBack ? -1 : 1)] ?? end;
    }
    case 'ArrowLeft':
      return cells[now - 1] ?? 'stay';
    case 'ArrowRight':
      return cells[now + 1] ?? 'stay';
    default: {
      const to = table.rows[row + vertical];
      return to ? { row: row + vertical, column: Math.min(column, to.cells.length - 1) } : 'stay';
    }
  }
}
