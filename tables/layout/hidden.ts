import type { Sheet, SheetRow } from '../shared/types.ts';

interface Shown {
  rows: SheetRow[];
  /** Indexes of the columns that are used, in order. */
  columns: number[];
  hiddenRows: number;
  hiddenColumns: number[];
}

/** Returns the rows and columns of a sheet that are used: those that people see, or all. Only those with values count. */
export function withoutHidden(sheet: Sheet, includesHidden: boolean): Shown {
  const isUsed = (index: number) => includesHidden || !sheet.hiddenColumns.has(index);
  const hiddenRows = sheet.rows.filter(({ isHidden }) => isHidden).length;
  const used = includesHidden ? sheet.rows : sheet.rows.filter(({ isHidden }) => !isHidden);
  const all = columnsWithValues(sheet.rows);
  const columns = all.filter(isUsed);
  const rows = used
    .map((row) => ({ ...row, cells: columns.map((index) => row.cells[index]) }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined));
  return { rows, columns, hiddenRows, hiddenColumns: all.filter((index) => sheet.hiddenColumns.has(index)) };
}

function columnsWithValues(rows: readonly SheetRow[]): number[] {
  const found = new Set<number>();
  for (const { cells } of rows) for (const index of cells.keys()) if (cells[index] !== undefined) found.add(index);
  return [...found].sort((one, other) => one - other);
}
