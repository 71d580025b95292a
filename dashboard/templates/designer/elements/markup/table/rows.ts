import { t } from '@lingui/core/macro';
import {
  addNode,
  childrenOf,
  moveNode,
  type Node,
  nodeAt,
  type Path,
  type Root,
  removeNode,
  replaceNode,
} from '../tree/tree.ts';
import { changeCells, changeRows, styled, withText } from './change-cells.ts';
import { readTable, type TableRow } from './read-table.ts';

/** Returns the tree with a node inserted before the child at a position. */
function insertNode(root: Root, parent: Path, at: number, node: Node): Root {
  const into = nodeAt(root, parent);
  if (!into || typeof into === 'string') return root;
  return replaceNode(root, parent, { ...into, children: childrenOf(into).toSpliced(at, 0, node) });
}

/** Returns an empty row in the style of another one. */
function emptyRow({ node, cells }: TableRow, type: 'td' | 'th'): Root {
  const { each: _, if: __, ...rest } = node;
  return { ...rest, children: cells.map((cell) => ({ ...withText(cell.node, ''), type })) };
}

/** Inserts an empty row below or above one. Next to the header it becomes the first row of the body. */
export function addRow(root: Root, at: number, side: 'above' | 'below'): Root {
  const table = readTable(root);
  const row = table?.rows[at];
  if (!table || !row) return root;
  if (!row.isHeader) {
    const place = (row.path.at(-1) ?? 0) + (side === 'below' ? 1 : 0);
    return insertNode(root, row.path.slice(0, -1), place, emptyRow(row, 'td'));
  }
  const first = table.rows.find(({ isHeader }) => !isHeader);
  if (first) return insertNode(root, first.path.slice(0, -1), first.path.at(-1) ?? 0, emptyRow(first, 'td'));
  return addNode(root, table.path, { type: 'tbody', children: [emptyRow(row, 'td')] });
}

/** Removes a row, and its section if it was the only one there. The last row stays. */
export function removeRow(root: Root, at: number): Root {
  const table = readTable(root);
  const row = table?.rows[at];
  if (!row || table.rows.length < 2) return root;
  const section = row.path.slice(0, -1);
  const isAlone = table.rows.filter(({ path }) => path.slice(0, -1).join() === section.join()).length === 1;
  return removeNode(root, isAlone && section.length > table.path.length ? section : row.path);
}

/** Swaps a row with its neighbour in the same section. Returns null if it has none. */
export function moveRow(root: Root, at: number, by: 1 | -1): Root | null {
  const rows = readTable(root)?.rows;
  const [row, other] = [rows?.[at], rows?.[at + by]];
  if (!row || !other || row.path.slice(0, -1).join() !== other.path.slice(0, -1).join()) return null;
  return moveNode(root, row.path, by)?.root ?? null;
}

/** Sets the minimum height of a row, in points; 0 removes it. */
export const sizeRow = (root: Root, at: number, height: number): Root =>
  changeRows(root, ({ node }, index) => (index === at ? styled(node, { minHeight: height || undefined }) : node));

/** Turns the first row into a header, or adds one above a row with lines. */
export function addHeader(root: Root): Root {
  const table = readTable(root);
  const [first] = table?.rows ?? [];
  if (!table || !first || first.isHeader) return root;
  const isBound = first.node.each !== undefined;
  const rest = isBound || table.rows.length === 1 ? root : removeRow(root, 0);
  const cells = first.cells.map(({ node, text }, at) => ({
    ...(isBound || text === '' ? withText(node, t`Column ${{ number: at + 1 }}`) : node),
    type: 'th',
  }));
  const { each: _, if: __, ...row } = first.node;
  return insertNode(rest, table.path, 0, { type: 'thead', children: [{ ...row, children: cells }] });
}

/** Turns the header into the first row of the body. */
export function removeHeader(root: Root): Root {
  const table = readTable(root);
  const [first] = table?.rows ?? [];
  if (!table || !first?.isHeader) return root;
  const row = { ...first.node, children: first.cells.map(({ node }) => ({ ...node, type: 'td' })) };
  const second = table.rows.find(({ isHeader }) => !isHeader);
  if (first.path.length === table.path.length + 1) return replaceNode(root, first.path, row);
  if (!second) return replaceNode(root, first.path.slice(0, -1), { type: 'tbody', children: [row] });
  const moved = insertNode(root, second.path.slice(0, -1), second.path.at(-1) ?? 0, row);
  // The row was inserted behind the header, whose place is therefore the same.
  return removeRow(moved, 0);
}

/** Repeats a row for each line of a variable. Its cells show the columns of the line, except for those that only the code can edit. */
export const bindRow = (root: Root, at: number, variable: string): Root => {
  const bound = readTable(root)?.rows[at];
  // The name of the line differs from the variable's.
  const as = [bound?.node.each?.as, 'row', 'line'].find((name) => name && name !== variable) ?? 'row';
  const filled =
    bound?.node.each?.as === as
      ? root
      : changeCells(root, ({ node, text }, column, { path }) =>
          path.join() === bound?.path.join() && text !== null ? withText(node, `{{${as}.${column + 1}}}`) : node,
        );
  return changeRows(filled, ({ node }, index) =>
    index === at ? ({ ...node, each: { ...node.each, variable, as } } as Root) : node,
  );
};

/** Makes a repeated row a single one, with the values of a line in place of its columns. */
export function unbindRow(root: Root, at: number, line: string): Root {
  const row = readTable(root)?.rows[at];
  const as = row?.node.each?.as;
  if (!row || as === undefined) return root;
  const values = line.split('\t');
  const fill = (text: string) =>
    text
      .replaceAll(`{{${as}}}`, values.join(' '))
      .replaceAll(/\{\{([^{}]+)\}\}/g, (placeholder, name: string) =>
        name.startsWith(`${as}.`) ? (values[Number(name.slice(as.length + 1)) - 1] ?? '') : placeholder,
      );
  const filled = changeCells(root, ({ node, text }, _, { path }) =>
    path.join() === row.path.join() && text !== null ? withText(node, fill(text)) : node,
  );
  return changeRows(filled, ({ node }, index) => {
    if (index !== at) return node;
    const { each: _, ...rest } = node;
    return rest;
  });
}

/** Returns whether all cells of a row with lines can become texts, so that no name of the line is left. */
export const mayUnbind = ({ node, cells }: TableRow): boolean =>
  node.each !== undefined && node.if === undefined && cells.every(({ text }) => text !== null);
