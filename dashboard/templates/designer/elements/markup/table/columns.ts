import { t } from '@lingui/core/macro';
import { childrenOf, type Node, type Root } from '../tree/tree.ts';
import { changeCells, changeRows, styled } from './change-cells.ts';
import { readTable, type TableCell, type TableRow } from './read-table.ts';

/** Returns a row with other cells. Its other children stay in front. */
function withCells(row: TableRow, cells: readonly Node[]): Root {
  const others = childrenOf(row.node).filter((child) => typeof child === 'string');
  return { ...row.node, children: [...others, ...cells] };
}

const nodesOf = (cells: readonly TableCell[]): Root[] => cells.map(({ node }) => node);

/** Inserts a column before the one at a position, in the style of its neighbour. A row with lines gets the next column of the lines. */
export const addColumn = (root: Root, at: number): Root =>
  changeRows(root, (row) => {
    const beside = row.cells[Math.max(0, at - 1)]?.node;
    if (!beside) return row.node;
    const text = row.isHeader ? t`Column ${{ number: at + 1 }}` : textInNewColumn(row);
    const made: Root = { ...beside, children: text === '' ? [] : [text] };
    return withCells(row, nodesOf(row.cells).toSpliced(at, 0, made));
  });

/** Returns a placeholder for the first column of the lines that a row does not show; empty for a row without lines. */
function textInNewColumn({ node: { each }, cells }: TableRow): string {
  if (!each) return '';
  const shown = cells.map(({ text }) => text ?? '').join(' ');
  let number = 1;
  while (shown.includes(`{{${each.as}.${number}}}`)) number++;
  return `{{${each.as}.${number}}}`;
}

/** Removes a column. The last one stays. */
export const removeColumn = (root: Root, at: number): Root =>
  (readTable(root)?.columns ?? 0) < 2
    ? root
    : changeRows(root, (row) =>
        row.cells.length < 2 || !row.cells[at] ? row.node : withCells(row, nodesOf(row.cells).toSpliced(at, 1)),
      );

/** Swaps a column with the next one in a direction. */
export const moveColumn = (root: Root, at: number, by: 1 | -1): Root =>
  changeRows(root, (row) => {
    const cells = nodesOf(row.cells);
    const [one, other] = [cells[at], cells[at + by]];
    if (!one || !other) return row.node;
    return withCells(row, cells.with(at, other).with(at + by, one));
  });

/** Sets the shares of the columns in the table's width, as parts of 1,000: the largest factor that the platform accepts. */
export function sizeColumns(root: Root, shares: readonly number[]): Root {
  const total = shares.reduce((sum, share) => sum + share, 0) || 1;
  return changeCells(root, ({ node }, column) =>
    styled(node, {
      ...{ flex: Math.max(1, Math.round((1000 * (shares[column] ?? 0)) / total)), width: undefined },
      ...{ flexGrow: undefined, flexBasis: undefined, flexShrink: undefined },
    }),
  );
}

/** Returns the shares of the columns, from the first row with all of them. */
export function columnShares(root: Root): number[] {
  const table = readTable(root);
  const row = table?.rows.find(({ cells }) => cells.length === table.columns);
  return (row?.cells ?? []).map(({ node }) => {
    const share = Number.parseFloat(String(node.style?.flex ?? node.style?.flexGrow ?? 1));
    return Number.isFinite(share) && share > 0 ? share : 1;
  });
}

/** Aligns the texts of a column. */
export const alignColumn = (root: Root, at: number, textAlign: string): Root =>
  changeCells(root, ({ node }, column) => (column === at ? styled(node, { textAlign }) : node));
