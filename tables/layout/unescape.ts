import type { Sheet } from '../shared/types.ts';

/** Text that `domain/shared/csv.ts` wrote with an apostrophe before it, because a spreadsheet would evaluate it. */
const ESCAPED = /^'(?='*[=+\-@\t＝＋－＠])/;

/**
 * Removes the apostrophes that our own exports put before formulas, and returns their number. A copy that a
 * spreadsheet saved has no other mark of its origin, and nobody begins a name with an apostrophe and a sign.
 */
export function unescapeCells({ rows }: Sheet): number {
  let count = 0;
  for (const { cells } of rows)
    for (const cell of cells) {
      if (cell?.kind !== 'text' || !ESCAPED.test(cell.text)) continue;
      cell.text = cell.text.slice(1).trim();
      count += 1;
    }
  return count;
}
