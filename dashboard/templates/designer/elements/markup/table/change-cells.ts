import { nodeAt, type Root, replaceNode } from '../tree/tree.ts';
import { readTable, type TableCell, type TableRow } from './read-table.ts';

export type Style = Readonly<Record<string, string | number | undefined>>;

/** Returns a node with changed styles; undefined removes one. */
export function styled(node: Root, style: Style): Root {
  const kept = Object.entries({ ...node.style, ...style }).filter(([, value]) => value !== undefined);
  const { style: _, ...rest } = node;
  return (kept.length > 0 ? { ...rest, style: Object.fromEntries(kept) } : rest) as Root;
}

/** Returns the tree with each of the table's rows changed. */
export function changeRows(root: Root, change: (row: TableRow, at: number) => Root): Root {
  const rows = readTable(root)?.rows ?? [];
  return rows.reduce((tree, row, at) => replaceNode(tree, row.path, change(row, at)), root);
}

/** Returns the tree with each of the table's cells changed. */
export function changeCells(root: Root, change: (cell: TableCell, column: number, row: TableRow) => Root): Root {
  const cells = (readTable(root)?.rows ?? []).flatMap((row) =>
    row.cells.map((cell, column) => ({ cell, column, row })),
  );
  return cells.reduce((tree, { cell, column, row }) => replaceNode(tree, cell.path, change(cell, column, row)), root);
}

/** Returns the tree with another text in a cell. A cell with parts that only the code can edit stays. */
export function setCell(root: Root, { row, column }: { row: number; column: number }, text: string): Root {
  const cell = readTable(root)?.rows[row]?.cells[column];
  if (!cell || cell.text === null) return root;
  return replaceNode(root, cell.path, withText(cell.node, text));
}

export const withText = (cell: Root, text: string): Root => ({ ...cell, children: text === '' ? [] : [text] });

/** Returns the tree with changed styles of the table itself. */
export function styleTable(root: Root, style: Style): Root {
  const table = readTable(root);
  const node = table && nodeAt(root, table.path);
  return node && typeof node !== 'string' ? replaceNode(root, table.path, styled(node, style)) : root;
}
