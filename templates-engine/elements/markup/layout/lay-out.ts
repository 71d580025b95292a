import { LRUCache } from 'lru-cache';
import type { Box } from '../../../graphics/geometry.ts';
import type { BoxInstance, Instance, ParagraphInstance, PictureInstance } from '../expand/instances.ts';
import type { Leaf } from './leaves.ts';
import { boxesBySatori } from './satori.ts';
import { hasOwnSize, toSatori } from './to-satori.ts';

/** Where the boxes of a tree are; what is derived from it is kept with it. */
export interface BoxLayout {
  /** Of each instance, in the order of the document; from the element's top left corner. */
  boxes: readonly Box[];
  /** What it was worked out for. */
  leaves: readonly { width: number; height: number; narrowest: number; widest: number; hasFixedWidth: boolean }[];
}

const MAX_PASSES = 4;
const SAME = 0.01;
const KEPT = { shapes: 24, layouts: 12 };

/** Lays trees out that come from the same markup: one whose paragraphs take as much room as another's has its boxes. */
export class BoxLayouts {
  readonly #kept = new LRUCache<string, BoxLayout[]>({ max: KEPT.shapes });

  async layOut(
    all: readonly Instance[],
    leaves: ReadonlyMap<ParagraphInstance, Leaf>,
    area: { width: number; height: number },
  ): Promise<BoxLayout> {
    const shape = shapeOf(all);
    const known = this.#kept.get(shape) ?? [];
    const measured = flowing(all).flatMap(({ one }) => leaves.get(one) ?? []);
    const same = known.find((layout) => holds(layout, measured));
    if (same) return same;
    const made = await workOut(all, leaves, area);
    this.#kept.set(shape, [made, ...known].slice(0, KEPT.layouts));
    return made;
  }
}

/** The paragraphs that take room, with their numbers. */
const flowing = (all: readonly Instance[]): { one: ParagraphInstance; index: number }[] =>
  all.flatMap((one, index) => (one.kind === 'paragraph' && !one.isMarker ? [{ one, index }] : []));

/** The same for trees of the same nodes, and of pictures of the same size where that counts. */
function shapeOf(all: readonly Instance[]): string {
  let shape = '';
  const visit = (instance: Instance) => {
    if (instance.kind !== 'box') {
      shape += `${instance.kind === 'picture' ? shapeOfPicture(instance) : instance.id},`;
      return;
    }
    shape += `${instance.node.id}(`;
    for (const child of instance.children) visit(child);
    shape += ')';
  };
  if (all[0]) visit(all[0]);
  return shape;
}

const shapeOfPicture = ({ node, image }: PictureInstance): string =>
  node.isBound && hasOwnSize(node.layout) ? `${node.id} ${image.width} ${image.height}` : String(node.id);

/** Whether boxes that were worked out for some paragraphs are those of others, too. */
function holds({ leaves }: BoxLayout, measured: readonly Leaf[]): boolean {
  return leaves.every((before, index) => {
    const now = measured[index];
    if (!now || !isSame(now.heightAt(before.width), before.height)) return false;
    // What is no wider on one line needs no look at where it may break.
    const fits = () => now.widest <= before.width || now.narrowest <= before.width;
    if (before.hasFixedWidth && before.narrowest <= before.width && fits()) return true;
    return isSame(now.widest, before.widest) && isSame(now.narrowest, before.narrowest);
  });
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < SAME;

/** One pass gives the widths, and where a paragraph turns out to be higher there, another one the boxes. */
async function workOut(
  all: readonly Instance[],
  leaves: ReadonlyMap<ParagraphInstance, Leaf>,
  area: { width: number; height: number },
): Promise<BoxLayout> {
  const root = all[0] as BoxInstance;
  const heights = new Map([...leaves].map(([one, leaf]) => [one, leaf.heightAt(leaf.widest)]));
  let boxes: Box[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    boxes = await boxesBySatori(toSatori(root, { leaves, heights }), area, all.length);
    let isSettled = true;
    for (const { one, index } of flowing(all)) {
      const leaf = leaves.get(one);
      if (!leaf) continue;
      const height = leaf.heightAt(boxes[index]?.width ?? 0);
      if (!isSame(height, heights.get(one) ?? 0)) isSettled = false;
      heights.set(one, height);
    }
    if (isSettled) break;
  }
  return { boxes, leaves: leavesOf(all, boxes, leaves) };
}

const leavesOf = (
  all: readonly Instance[],
  boxes: readonly Box[],
  leaves: ReadonlyMap<ParagraphInstance, Leaf>,
): BoxLayout['leaves'] =>
  flowing(all).flatMap(({ one, index }) => {
    const leaf = leaves.get(one);
    if (!leaf) return [];
    const { width = 0 } = boxes[index] ?? {};
    const { narrowest, widest } = leaf;
    return [{ width, height: leaf.heightAt(width), narrowest, widest, hasFixedWidth: one.hasFixedWidth }];
  });
