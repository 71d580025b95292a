import { MAX_CELLS } from '../shared/limits.ts';
import { refuse } from '../shared/refuse.ts';
import type { SheetRow } from '../shared/types.ts';

/** Cells that show the first one's value. Columns are indexes, rows are numbers. */
export interface MergedRange {
  firstRow: number;
  lastRow: number;
  column: number;
}

/**
 * Gives the rows of a merged cell its value, and returns their number. Cells to its right stay empty: they are no values of their columns.
 * Rows without any other value stay left out.
 */
export function fillMerged(rows: readonly SheetRow[], ranges: readonly MergedRange[]): number {
  let visited = 0;
  let filled = 0;
  for (const { firstRow, lastRow, column } of ranges) {
    if (lastRow <= firstRow) continue;
    const start = indexAt(rows, firstRow);
    const source = rows[start]?.number === firstRow ? rows[start]?.cells[column] : undefined;
    if (!source) continue;
    for (let index = start + 1; index < rows.length; index += 1) {
      const row = rows[index];
      if (!row || row.number > lastRow) break;
      if (++visited > MAX_CELLS) refuse({ code: 'damaged', place: 'mergeCells' });
      if (row.cells[column]) continue;
      row.cells[column] = { ...source };
      filled += 1;
    }
  }
  return filled;
}

/** Returns the index of the first row with this number or a later one. */
function indexAt(rows: readonly SheetRow[], number: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
