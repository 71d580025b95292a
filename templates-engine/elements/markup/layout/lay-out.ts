import { LRUCache } from 'lru-cache';
import type { Box } from '../../../graphics/geometry.ts';
import type { BoxInstance, Instance, ParagraphInstance, PictureInstance } from '../expand/instances.ts';
import type { Leaf } from './leaves.ts';
import { type PreparedTree, prepare } from './prepared-tree.ts';
import { boxesBySatori, type SatoriTree } from './satori.ts';
import { hasOwnSize, piecesOf, roomOf, toSatori } from './to-satori.ts';

/** Where the boxes of a tree are; what is derived from it is kept with it. */
export interface BoxLayout {
  /** Of each instance, in the order of the document; from the element's top left corner. */
  boxes: readonly Box[];
  /** What it was worked out for. */
  leaves: readonly { width: number; height: number; narrowest: number; widest: number; hasFixedWidth: boolean }[];
}

const MAX_PASSES = 4;
const SAME = 0.01;
const KEPT = { shapes: 100, bytes: 8e6, layouts: 12 };

/** What is known of trees of one shape. */
interface Shape {
  layouts: readonly BoxLayout[];
  /** Undefined until another tree of the shape comes, as many never do; null where each has to be laid out by Satori itself. */
  prepared: PreparedTree | null | undefined;
}

/** Lays trees out that come from the same markup: one whose paragraphs take as much room as another's has its boxes. */
export class BoxLayouts {
  readonly #kept = new LRUCache<string, Shape>({ max: KEPT.shapes, maxSize: KEPT.bytes });

  async layOut(
    all: readonly Instance[],
    leaves: ReadonlyMap<ParagraphInstance, Leaf>,
    area: { width: number; height: number },
  ): Promise<BoxLayout> {
    const shape = shapeOf(all, leaves);
    const known = this.#kept.get(shape);
    const measured = flowing(all).flatMap(({ one }) => leaves.get(one) ?? []);
    const same = known?.layouts.find((layout) => holds(layout, measured));
    if (same) return same;
    const { layout, prepared } = await workOut(all, leaves, area, known);
    const layouts = [layout, ...(known?.layouts ?? [])].slice(0, KEPT.layouts);
    this.#kept.set(shape, { layouts, prepared }, { size: 1 + (prepared?.bytes ?? 0) });
    return layout;
  }
}

/** The paragraphs that take room, with their numbers. */
const flowing = (all: readonly Instance[]): { one: ParagraphInstance; index: number }[] =>
  all.flatMap((one, index) => (one.kind === 'paragraph' && !one.isMarker ? [{ one, index }] : []));

/** The same for trees of the same nodes, paragraphs of as many pieces, and pictures of the same size where that counts. */
function shapeOf(all: readonly Instance[], leaves: ReadonlyMap<ParagraphInstance, Leaf>): string {
  let shape = '';
  const visit = (instance: Instance) => {
    if (instance.kind === 'picture') shape += `${shapeOfPicture(instance)},`;
    else if (instance.kind === 'paragraph') {
      const leaf = leaves.get(instance);
      shape += `${instance.id} ${leaf ? piecesOf(instance, leaf) : 0},`;
    } else {
      shape += `${instance.node.id}(`;
      for (const child of instance.children) visit(child);
      shape += ')';
    }
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
  known: Shape | undefined,
): Promise<{ layout: BoxLayout; prepared: Shape['prepared'] }> {
  const widths = known?.layouts[0]?.leaves;
  const paragraphs = flowing(all).flatMap(({ one, index }, order) => {
    const leaf = leaves.get(one);
    if (!leaf) return [];
    // Where it follows from the styles, the width is most likely that of the last certificate, and one pass will do.
    const width = (one.hasFixedWidth && widths?.[order]?.width) || leaf.widest;
    return [{ one, index, leaf, room: roomOf(one, leaf, leaf.heightAt(width)) }];
  });
  const sizes = () => paragraphs.flatMap(({ room }) => room);
  const treeOf = (numbers: readonly number[]): SatoriTree => {
    let next = 0;
    const rooms = new Map(
      paragraphs.map(({ one, room }) => {
        const from = next;
        next += room.length;
        return [one, numbers.slice(from, next)] as const;
      }),
    );
    return { root: toSatori(all[0] as BoxInstance, rooms), area, count: all.length };
  };
  const prepared = known && known.prepared === undefined ? await prepare(treeOf, sizes()) : known?.prepared;
  const boxesNow = async () => prepared?.boxes(sizes()) ?? boxesBySatori(treeOf(sizes()));
  let boxes = await boxesNow();
  for (let pass = 1; pass < MAX_PASSES; pass++) {
    let isSettled = true;
    for (const { leaf, index, room } of paragraphs) {
      const height = leaf.heightAt(boxes[index]?.width ?? 0);
      if (!isSame(height, room[0] ?? 0)) isSettled = false;
      room[0] = height;
    }
    if (isSettled) break;
    boxes = await boxesNow();
  }
  return { layout: { boxes, leaves: leavesOf(all, boxes, leaves) }, prepared };
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
