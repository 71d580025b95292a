import type { Row } from '../rows/rows.ts';
import type { Check } from '../rows/use-check.ts';
import { type GridColumn, STATE } from './columns.ts';
import type { Cell } from './use-selection.ts';

/** Returns the next cell with a problem after the active one, and continues with the first row after the last. */
export function nextProblem(
  rows: readonly Row[],
  columns: readonly GridColumn[],
  active: Cell,
  check: Check,
): Cell | null {
  for (let step = 0; step <= rows.length; step += 1) {
    const index = (active.row + step) % rows.length;
    const row = rows[index];
    const faulty = new Set(row ? check.problemsOf(row).map(({ field }) => field) : []);
    // A problem of the whole row is shown in the column of its state.
    const isGeneral = [...faulty].every((key) => !columns.some((column) => column.key === key));
    const found = columns.findIndex(
      ({ key }, column) =>
        (faulty.has(key) || (key === STATE && faulty.size > 0 && isGeneral)) && (step > 0 || column > active.column),
    );
    if (found >= 0) return { row: index, column: found };
  }
  return null;
}
