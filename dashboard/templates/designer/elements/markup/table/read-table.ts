import { childrenOf, type Node, type Path, type Root } from '../tree/tree.ts';

/** Cell of a table. */
export interface TableCell {
  path: Path;
  node: Root;
  /** Its text; null if it has parts that only the code can edit. */
  text: string | null;
}

export interface TableRow {
  path: Path;
  node: Root;
  isHeader: boolean;
  cells: readonly TableCell[];
}

/** Table of a tree as a grid. All that it does not mention stays in the tree. */
export interface Table {
  path: Path;
  node: Root;
  rows: readonly TableRow[];
  /** Largest number of cells in a row. */
  columns: number;
}

const SECTIONS = ['thead', 'tbody', 'tfoot'];
const CELLS = ['th', 'td'];

const isBlank = (node: Node): boolean => typeof node === 'string' && node.trim() === '';
const isElement = (node: Node, types: readonly string[]): node is Root =>
  typeof node !== 'string' && types.includes(node.type);

/** Returns the only table of a tree: its root, or a child of its root. Returns null for a tree without a regular table. */
export function readTable(root: Root): Table | null {
  if (root.type === 'table') return tableAt(root, []);
  const tables = childrenOf(root).flatMap((child, at) => (isElement(child, ['table']) ? [{ child, at }] : []));
  const [only] = tables.length === 1 ? tables : [];
  return only ? tableAt(only.child, [only.at]) : null;
}

/** Returns the text of a cell; empty for a cell without a plain text. */
export const textAt = (root: Root, { row, column }: { row: number; column: number }): string =>
  readTable(root)?.rows[row]?.cells[column]?.text ?? '';

function tableAt(node: Root, path: Path): Table | null {
  const rows: TableRow[] = [];
  for (const [at, child] of childrenOf(node).entries()) {
    if (isBlank(child)) continue;
    if (isElement(child, SECTIONS)) {
      const inside = rowsIn(child, [...path, at], child.type === 'thead');
      if (!inside) return null;
      rows.push(...inside);
    } else {
      const row = rowAt(child, [...path, at], rows.length === 0);
      if (!row) return null;
      rows.push(row);
    }
  }
  return rows.length === 0 ? null : { path, node, rows, columns: Math.max(...rows.map(({ cells }) => cells.length)) };
}

function rowsIn(section: Root, path: Path, isHead: boolean): TableRow[] | null {
  const rows = childrenOf(section).flatMap((child, at) =>
    isBlank(child) ? [] : [rowAt(child, [...path, at], isHead)],
  );
  return rows.includes(null) ? null : (rows as TableRow[]);
}

function rowAt(node: Node, path: Path, mayBeHeader: boolean): TableRow | null {
  if (!isElement(node, ['tr'])) return null;
  const cells: TableCell[] = [];
  for (const [at, child] of childrenOf(node).entries()) {
    if (isBlank(child)) continue;
    if (!isElement(child, CELLS)) return null;
    cells.push({ path: [...path, at], node: child, text: textOf(child) });
  }
  if (cells.length === 0) return null;
  return { path, node, cells, isHeader: mayBeHeader && cells.every((cell) => cell.node.type === 'th') };
}

function textOf(cell: Root): string | null {
  const children = childrenOf(cell);
  return children.every((child) => typeof child === 'string') ? children.join('') : null;
}
