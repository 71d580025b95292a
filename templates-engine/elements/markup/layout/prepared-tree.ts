import type { Box } from '../../../graphics/geometry.ts';
import { type EncodedTree, type LayoutEngine, STRIDE } from './engine.ts';
import { boxesBySatori, type Encoded, encodeBySatori, loadEngine, type SatoriNode, type SatoriTree } from './satori.ts';

/** A tree by the numbers in it that change from certificate to certificate. */
export type TreeOf = (sizes: readonly number[]) => SatoriTree;

/**
 * A tree that Satori has made ready for its engine, which lays it out with other sizes in a tenth of the time: nine tenths
 * of a pass are styles that Satori reads anew.
 */
export interface PreparedTree {
  /** The boxes with these sizes, the same as Satori's. */
  boxes(sizes: readonly number[]): Box[];
  /** What it keeps. */
  bytes: number;
}

/** Of a tree that is made ready: one of more takes long to make ready, and much room. */
const MAX_SIZES = 5000;

/**
 * Has Satori make a tree ready for the engine. Null for a very large one, and where that can't be told for certain: with these
 * sizes its boxes must be found the same in both ways.
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

/** A number that no style has, and that a float of 32 bits holds: its place in the encoded tree is where the size goes. */
const markOf = (_: number, index: number): number => (2 * index + 1) / 2 ** 18;

/** Where each mark is; null unless each is in one place. */
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

/** Of each box the one that it is positioned from; -1 for the area. */
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
