import type { RowProblem } from '../rows/check-result.ts';
import type { Row } from '../rows/rows.ts';
import type { RowState } from './cell-state.ts';
import { type GridColumn, STATE } from './columns.ts';
import type { Cell } from './use-selection.ts';

/**
 * Returns the next cell to fix or to confirm after another. Skips changed cells that wait for their check, and continues with the first row
 * after the last.
 */
export function nextProblem(
  rows: readonly Row[],
  columns: readonly GridColumn[],
  after: Cell,
  stateOf: (row: Row) => RowState,
  isChanged: (row: Row, field: string) => boolean,
): Cell | null {
  for (let step = 0; step <= rows.length; step += 1) {
    const index = (after.row + step) % rows.length;
    const row = rows[index];
    const found = row ? toLookAt(stateOf(row)).filter(({ field }) => !isChanged(row, field)) : [];
    const faulty = new Set(found.map(({ field }) => field));
    // A problem of the whole row is shown in the column of its state.
    const isGeneral = [...faulty].every((key) => !columns.some((column) => column.key === key));
    const place = columns.findIndex(
      ({ key }, column) =>
        (faulty.has(key) || (key === STATE && faulty.size > 0 && isGeneral)) && (step > 0 || column > after.column),
    );
    if (place >= 0) return { row: index, column: place };
  }
  return null;
}

/** Returns the problems of a row, and its remarks until they are confirmed. */
export const toLookAt = ({ problems, warnings, isConfirmed }: RowState): readonly RowProblem[] =>
  isConfirmed ? problems : [...problems, ...warnings];
