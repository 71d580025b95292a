import { LRUCache } from 'lru-cache';
import type { Box } from '../../../graphics/geometry.ts';
import type { BoxInstance, Instance, ParagraphInstance, PictureInstance } from '../expand/instances.ts';
import type { Leaf } from './leaves.ts';
import { type PreparedTree, prepare } from './prepared-tree.ts';
import { boxesBySatori, type SatoriTree } from './satori.ts';
import { hasOwnSize, piecesOf, roomOf, toSatori } from './to-satori.ts';

/** Boxes of a tree. Results derived from them are cached by this object. */
export interface BoxLayout {
  /** Box of each instance in document order, relative to the top left corner of the element. */
  boxes: readonly Box[];
  /** Measurements of the paragraphs that this layout was computed for. */
  leaves: readonly { width: number; height: number; narrowest: number; widest: number; hasFixedWidth: boolean }[];
}

const MAX_PASSES = 4;
const SAME = 0.01;
const KEPT = { shapes: 100, bytes: 8e6, layouts: 12 };

/** Cached results for trees of one shape. */
interface Shape {
  layouts: readonly BoxLayout[];
  /** Undefined until a second tree of the shape arrives, as many shapes occur once. Null if Satori has to lay out every tree. */
  prepared: PreparedTree | null | undefined;
}

/** Lays out trees of one markup. Reuses the boxes of an earlier tree if the paragraphs take the same space. */
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

/** Returns the paragraphs that take space, with their numbers. */
const flowing = (all: readonly Instance[]): { one: ParagraphInstance; index: number }[] =>
  all.flatMap((one, index) => (one.kind === 'paragraph' && !one.isMarker ? [{ one, index }] : []));

/**
 * Returns a key that is equal for trees with the same nodes, the same number of pieces per paragraph, and the same picture sizes where they
 * matter.
 */
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

/** Returns true if a layout is also valid for other paragraphs. */
function holds({ leaves }: BoxLayout, measured: readonly Leaf[]): boolean {
  return leaves.every((before, index) => {
    const now = measured[index];
    if (!now || !isSame(now.heightAt(before.width), before.height)) return false;
    // A paragraph that fits on one line needs no search for its possible breaks.
    const fits = () => now.widest <= before.width || now.narrowest <= before.width;
    if (before.hasFixedWidth && before.narrowest <= before.width && fits()) return true;
    return isSame(now.widest, before.widest) && isSame(now.narrowest, before.narrowest);
  });
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < SAME;

/** Computes the layout. The first pass gives the widths; further passes follow while a paragraph turns out to have another height. */
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
    // A width that follows from the styles is most likely that of the last certificate, so one pass is usually enough.
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
