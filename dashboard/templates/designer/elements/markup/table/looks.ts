import { sameJson } from '../../../model/same-json.ts';
import type { Root } from '../tree/tree.ts';
import { changeCells, changeRows, styled, styleTable } from './change-cells.ts';
import { readTable } from './read-table.ts';

export type Borders = 'none' | 'rows' | 'grid' | 'frame';

/** Colours of a new border and stripe. */
export const LINE = '#d5dad6';
export const STRIPE = '#f1f3f2';

const SIDES = ['', 'Top', 'Right', 'Bottom', 'Left'] as const;
const NO_BORDERS = Object.fromEntries(
  SIDES.flatMap((side) => [`border${side}`, `border${side}Width`, `border${side}Style`, `border${side}Color`]).map(
    (name) => [name, undefined],
  ),
);

/** Returns the borders of a table; null for others than the editor makes. */
export function bordersOf(root: Root): { kind: Borders; color: string } | null {
  const table = readTable(root);
  if (!table) return null;
  const kinds = (['none', 'rows', 'grid', 'frame'] as const).map((kind) => ({ kind, color: colorIn(root) ?? LINE }));
  const plain = JSON.stringify(bordersIn(root));
  return kinds.find(({ kind, color }) => JSON.stringify(bordersIn(setBorders(root, kind, color))) === plain) ?? null;
}

/** Returns the borders in the styles of the table, its rows and its cells. */
function bordersIn(root: Root): unknown {
  const table = readTable(root);
  const of = ({ style = {} }: Root) =>
    Object.entries(style)
      .filter(([name]) => name in NO_BORDERS)
      .sort();
  return table && [of(table.node), table.rows.map(({ node, cells }) => [of(node), cells.map((cell) => of(cell.node))])];
}

const colorIn = (root: Root): string | undefined =>
  /1px solid (#[0-9a-f]{3,8})/i.exec(JSON.stringify(bordersIn(root)))?.[1];

/** Draws other borders, in one colour. */
export function setBorders(root: Root, kind: Borders, color: string): Root {
  const line = `1px solid ${color}`;
  const ofTable = { none: {}, rows: {}, frame: { border: line }, grid: { borderTop: line, borderLeft: line } }[kind];
  const bare = changeCells(
    changeRows(styleTable(root, { ...NO_BORDERS, ...ofTable }), ({ node }) =>
      styled(node, { ...NO_BORDERS, ...(kind === 'rows' && { borderBottom: line }) }),
    ),
    ({ node }) => styled(node, { ...NO_BORDERS, ...(kind === 'grid' && { borderRight: line, borderBottom: line }) }),
  );
  return bare;
}

/** Returns the colour of every second row; null without stripes, or with other backgrounds of rows. */
export function stripeOf(root: Root): string | null {
  const body = bodyOf(root);
  const bound = body.find(({ node }) => node.each?.stripe !== undefined);
  const color = bound?.node.each?.stripe ?? colorOf(body[1]?.node);
  return color !== null && sameJson(setStripe(root, color), root) ? color : null;
}

/** Returns a changed table with the stripes that it had before. */
export function withStripes(before: Root, after: Root): Root {
  const color = stripeOf(before);
  return color === null ? after : setStripe(after, color);
}

const bodyOf = (root: Root) => readTable(root)?.rows.filter(({ isHeader }) => !isHeader) ?? [];

function colorOf(row: Root | undefined): string | null {
  const color = row?.each ? undefined : row?.style?.backgroundColor;
  return typeof color === 'string' ? color : null;
}

/** Paints every second row of the body, and every second line of a repeated row; null removes the stripes. */
export function setStripe(root: Root, color: string | null): Root {
  let number = 0;
  return changeRows(root, ({ node, isHeader }) => {
    if (isHeader) return node;
    const isSecond = number++ % 2 === 1;
    if (!node.each) return styled(node, { backgroundColor: color !== null && isSecond ? color : undefined });
    const { stripe: _, ...each } = node.each;
    return { ...node, each: color === null ? each : { ...each, stripe: color } };
  });
}

/** Styles the rows of the header. */
export const styleHeader = (root: Root, style: Parameters<typeof styled>[1]): Root =>
  changeRows(root, ({ node, isHeader }) => (isHeader ? styled(node, style) : node));

/** Sets the space around the texts of all cells, in points. */
export const padCells = (root: Root, vertical: number, horizontal: number): Root =>
  changeCells(root, ({ node }) =>
    styled(node, {
      ...{ padding: `${vertical}px ${horizontal}px`, paddingTop: undefined, paddingRight: undefined },
      ...{ paddingBottom: undefined, paddingLeft: undefined },
    }),
  );

/** Returns the space around the texts of the first cell, in points. */
export function paddingOf(root: Root): { vertical: number; horizontal: number } {
  const padding = String(readTable(root)?.rows[0]?.cells[0]?.node.style?.padding ?? '0');
  const [vertical = 0, horizontal = vertical] = padding.split(' ').map((part) => Number.parseFloat(part) || 0);
  return { vertical, horizontal };
}
