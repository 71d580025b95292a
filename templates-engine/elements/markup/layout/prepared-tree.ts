import type { Box } from '../../../graphics/geometry.ts';
import { type EncodedTree, type LayoutEngine, STRIDE } from './engine.ts';
import { boxesBySatori, type Encoded, encodeBySatori, loadEngine, type SatoriNode, type SatoriTree } from './satori.ts';

/** Returns a tree for the numbers that change from certificate to certificate. */
export type TreeOf = (sizes: readonly number[]) => SatoriTree;

/**
 * Tree that Satori has encoded for its engine. The engine lays it out with other sizes in a tenth of the time: nine tenths of a pass go
 * into Satori's reading of styles.
 */
export interface PreparedTree {
  /** Returns the boxes for these sizes, identical to those from Satori. */
  boxes(sizes: readonly number[]): Box[];
  /** Memory that it holds, in bytes. */
  bytes: number;
}

/** Maximum number of sizes. Preparing a larger tree takes too long and too much memory. */
const MAX_SIZES = 5000;

/**
 * Has Satori prepare a tree for the engine. Returns null for a very large tree. Also returns null if preparation is unreliable: for these
 * sizes, both ways must give the same boxes.
 */
export async function prepare(treeOf: TreeOf, sizes: readonly number[]): Promise<PreparedTree | null> {
  if (sizes.length > MAX_SIZES) return null;
  const tree = treeOf(sizes);
  const marks = sizes.map(markOf);
  const encoded = await encodeBySatori(treeOf(marks));
  const slots = encoded && slotsOf(encoded.tree, marks);
  if (!encoded || !slots) return null;
  const prepared = preparedOf(await loadEngine(), encoded, slots, parentsIn(tree));
  const found = prepared.boxes(sizes);
  const boxes = await boxesBySatori(tree);
  return boxes.every((box, index) => isSameBox(box, found[index])) ? prepared : null;
}

/**
 * Returns a number that no style contains and that a 32-bit float holds exactly. Its position in the encoded tree is the slot of the size.
 */
const markOf = (_: number, index: number): number => (2 * index + 1) / 2 ** 18;

/** Returns the position of each mark; null unless each occurs exactly once. */
function slotsOf({ data }: EncodedTree, marks: readonly number[]): number[] | null {
  const indexOf = new Map(marks.map((mark, index) => [mark, index]));
  const slots = new Array<number>(marks.length).fill(-1);
  for (const [at, value] of data.entries()) {
    const index = indexOf.get(value);
    if (index === undefined) continue;
    if (slots[index] !== -1) return null;
    slots[index] = at;
  }
  return slots.includes(-1) ? null : slots;
}

/** Returns for each box the box that it is positioned from; -1 for the area. */
function parentsIn({ root, count }: SatoriTree): Int32Array {
  const parents = new Int32Array(count).fill(-1);
  const visit = ({ key, props: { style, children } }: SatoriNode, parent: number, positioned: number) => {
    if (key === null) return;
    const own = Number(key);
    parents[own] = style.position === 'absolute' ? positioned : parent;
    const isPositioned = style.position !== undefined && style.position !== 'static';
    for (const child of children ?? []) visit(child, own, isPositioned ? own : positioned);
  };
  visit(root, -1, -1);
  return parents;
}

function preparedOf(
  engine: LayoutEngine,
  { tree, nodes }: Encoded,
  slots: readonly number[],
  parents: Int32Array,
): PreparedTree {
  return {
    bytes: tree.data.byteLength,
    boxes: (sizes) => {
      for (const [index, slot] of slots.entries()) tree.data[slot] = sizes[index] ?? 0;
      const output = engine.layOut(tree);
      const boxes: Box[] = [];
      for (const [index, node] of nodes.entries()) {
        const [left = 0, top = 0, width = 0, height = 0] =
          node < 0 ? [] : output.subarray(node * STRIDE, node * STRIDE + 4);
        const from = boxes[parents[index] ?? -1];
        boxes.push({ x: (from?.x ?? 0) + left, y: (from?.y ?? 0) + top, width, height });
      }
      return boxes;
    },
  };
}

const isSameBox = (a: Box, b: Box | undefined): boolean =>
  b !== undefined && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
