import type { SceneElement, StructureNode } from '../../scene/scene.ts';
import type { BoxInstance, Instance } from './expand/instances.ts';
import { regularTable } from './regular-table.ts';

type Children = (StructureNode | SceneElement)[];

const PARTS_OF_TABLE: Readonly<Record<string, StructureNode['type']>> = {
  thead: 'THead',
  tbody: 'TBody',
  tfoot: 'TFoot',
};
const NUMBERINGS: Readonly<Record<string, NonNullable<StructureNode['numbering']>>> = {
  none: 'None',
  disc: 'Disc',
  circle: 'Circle',
  square: 'Square',
  decimal: 'Decimal',
  'lower-alpha': 'LowerAlpha',
  'upper-alpha': 'UpperAlpha',
  'lower-roman': 'LowerRoman',
  'upper-roman': 'UpperRoman',
};

/**
 * Returns the structure of a tree for assistive technology, in document order: headings, paragraphs, lists and tables. `shown` contains the
 * element that each instance produces, by the number of the instance.
 */
export function structureOf(root: BoxInstance, shown: ReadonlyMap<number, SceneElement>): StructureNode[] {
  const numbers = new Map<Instance, number>();
  let next = 0;
  const count = (instance: Instance) => {
    numbers.set(instance, next++);
    if (instance.kind !== 'box') return;
    if (instance.marker) count(instance.marker);
    instance.children.forEach(count);
  };
  count(root);
  const elementOf = (instance: Instance): SceneElement[] => {
    const element = shown.get(numbers.get(instance) ?? -1);
    return element ? [element] : [];
  };
  return blocks(new Structurer(elementOf).box(root, null));
}

/** Wraps text outside any block in a paragraph. */
const blocks = (children: Children): StructureNode[] =>
  children.map((child) => ('type' in child ? child : { type: 'P', children: [child] }));

class Structurer {
  readonly #elementOf: (instance: Instance) => SceneElement[];

  constructor(elementOf: (instance: Instance) => SceneElement[]) {
    this.#elementOf = elementOf;
  }

  /** Returns the structure of a box. `scope` is `Column` for cells in a table's head. */
  box(box: BoxInstance, scope: StructureNode['scope'] | null): Children {
    const { node, marker } = box;
    const type = node.role ?? PARTS_OF_TABLE[node.tag];
    if (!type) return blocksAmong(this.#children(box, scope));
    if (type === 'LI') {
      const label = marker ? this.#elementOf(marker) : [];
      const body: StructureNode = { type: 'LBody', children: this.#children(box, null) };
      return [{ type, children: [...(label.length > 0 ? [{ type: 'Lbl', children: label } as const] : []), body] }];
    }
    if (type === 'TH') return [{ type, scope: scope ?? 'Row', children: this.#children(box, null) }];
    const children = this.#children(
      box,
      type === 'THead' ? 'Column' : type === 'TR' || type === 'TBody' ? scope : null,
    );
    const isContainer = ['L', 'Table', 'THead', 'TBody', 'TFoot', 'TR'].includes(type);
    if (isContainer && children.length === 0) return [];
    const numbering = type === 'L' ? NUMBERINGS[node.setting.listStyle] : undefined;
    return [{ type, ...(numbering && { numbering }), children: type === 'Table' ? regularTable(children) : children }];
  }

  #children(box: BoxInstance, scope: StructureNode['scope'] | null): Children {
    const { children } = box;
    const isTableRoot = box.node.role === 'Table';
    const found: Children = [];
    for (let index = 0; index < children.length; ) {
      const rows = tableAt(children, index);
      if (rows > 0) {
        found.push(this.#table(children.slice(index, index + rows) as BoxInstance[]));
        index += rows;
        continue;
      }
      const child = children[index++];
      if (!child) continue;
      const isFirstRow = isTableRoot && index === 1 && child.kind === 'box' && isHeaderRow(child);
      found.push(...this.#child(child, isFirstRow ? 'Column' : scope));
    }
    return found;
  }

  #child(child: Instance, scope: StructureNode['scope'] | null): Children {
    if (child.kind === 'box') return this.box(child, scope);
    const elements = this.#elementOf(child);
    if (child.kind === 'paragraph') return elements;
    return elements
      .filter(({ semantics }) => semantics.role === 'figure')
      .map((element) => ({ type: 'Figure', children: [element] }));
  }

  /** Returns a table for rows produced by `each`, and the header row above them, if there is one. */
  #table(rows: readonly BoxInstance[]): StructureNode {
    const structured = rows.map((row): StructureNode => {
      const isHeader = !row.isRow;
      return {
        type: 'TR',
        children: row.children.map((cell): StructureNode => {
          const children = this.#child(cell, null);
          return isHeader ? { type: 'TH', scope: 'Column', children } : { type: 'TD', children };
        }),
      };
    });
    return { type: 'Table', children: regularTable(structured) };
  }
}

/** Wraps texts in paragraphs if their box has no role and contains other blocks. */
const blocksAmong = (children: Children): Children =>
  children.length > 1 || children.some((child) => 'type' in child) ? blocks(children) : children;

const isHeaderRow = (row: BoxInstance): boolean =>
  row.node.role === 'TR' && row.children.every((cell) => cell.kind === 'box' && cell.node.role === 'TH');

/** Returns the number of children from an index on that form one table: rows with cells, produced by `each`, and an optional header. */
function tableAt(children: readonly Instance[], index: number): number {
  const cells = cellsOf(children[index]);
  const next = children[index + 1];
  const isHeader = cells > 1 && !isRow(children[index]) && isRow(next) && cellsOf(next) === cells;
  let end = isHeader ? index + 1 : index;
  while (isRow(children[end]) && cellsOf(children[end]) > 1) end++;
  return end > index + (isHeader ? 1 : 0) ? end - index : 0;
}

const isRow = (child: Instance | undefined): boolean =>
  child?.kind === 'box' && child.isRow && child.node.role === null;

/** Returns the number of cells in a row: its children if the row has no role. */
const cellsOf = (child: Instance | undefined): number =>
  child?.kind === 'box' && child.node.role === null ? child.children.length : 0;
