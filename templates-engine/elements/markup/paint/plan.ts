import type { Box } from '../../../graphics/geometry.ts';
import { roundedPath } from '../../../graphics/rounded-path.ts';
import type { SceneElement } from '../../../scene/scene.ts';
import type { PaintStyle } from '../compile/paint-style.ts';
import type { BoxInstance, Instance, PictureInstance } from '../expand/instances.ts';
import { edgesOf, innerCorners, inset } from './boxes.ts';
import { cutTo } from './cut.ts';
import { decorationOf } from './decoration.ts';
import { type PicturePlace, pictureIn } from './picture.ts';
import type { Planned } from './planned.ts';
import { matrixOf } from './transforms.ts';

interface Placed {
  boxes: readonly Box[];
  /** Top left corner of the element on the page. */
  origin: { x: number; y: number };
  page: Box;
}

/** Returns the plan of a tree. `opacity` is that of the element. */
export function planOf(root: BoxInstance, placed: Placed, opacity: number): Planned[] {
  return new Planner(placed).box(root, opacity);
}

class Planner {
  readonly #placed: Placed;
  #next = 0;

  constructor(placed: Placed) {
    this.#placed = placed;
  }

  /** Visits instances in document order, because boxes are numbered in that order. */
  box({ node, children, marker, isStriped }: BoxInstance, around: number): Planned[] {
    const box = this.#boxOf(this.#next++);
    const paint = (isStriped && node.striped) || node.paint;
    const opacity = around * paint.opacity;
    const own = decorationOf(paint, box, opacity, this.#placed.page).map(asItem);
    const index = marker ? this.#next++ : null;
    const first = this.#next;
    const inside = this.#children(children, opacity);
    const beside =
      index === null
        ? []
        : [{ kind: 'marker', index, box, opacity, paragraph: firstParagraph(inside, first) } as const];
    const contents = paint.isClipped ? cutTo(paint, box, inside) : inside;
    return transformed([...own, ...beside, ...contents], paint, box);
  }

  /** Plans children in painting order: by `zIndex`, with positioned children above others. */
  #children(children: readonly Instance[], opacity: number): Planned[] {
    const painted = children.map((child) => ({ layer: layerOf(child), items: this.#child(child, opacity) }));
    return painted.sort((a, b) => a.layer - b.layer).flatMap(({ items }) => items);
  }

  #child(child: Instance, opacity: number): Planned[] {
    if (child.kind === 'box') return this.box(child, opacity);
    const index = this.#next++;
    const box = this.#boxOf(index);
    return child.kind === 'picture'
      ? this.#picture(child, index, box, opacity)
      : [{ kind: 'paragraph', index, box, opacity }];
  }

  #picture({ node, image }: PictureInstance, index: number, box: Box, around: number): Planned[] {
    const { paint, fit, isBound } = node;
    const opacity = around * paint.opacity;
    const own = decorationOf(paint, box, opacity, this.#placed.page).map(asItem);
    const inner = inset(box, edgesOf(paint));
    if (inner.width <= 0 || inner.height <= 0) return own;
    const clip = roundedPath(inner, innerCorners(paint, box));
    const { alternative } = node;
    const place: PicturePlace = { inner, fit, clip, opacity, alternative };
    const element = isBound ? null : pictureIn(place, image);
    const item: Planned = element
      ? { kind: 'element', element, picture: { index, element } }
      : { kind: 'picture', index, place };
    return transformed([...own, item], paint, box);
  }

  #boxOf(index: number): Box {
    const { boxes, origin } = this.#placed;
    const { x = 0, y = 0, width = 0, height = 0 } = boxes[index] ?? {};
    return { x: origin.x + x, y: origin.y + y, width, height };
  }
}

/** Returns the number of the first planned paragraph in document order. */
function firstParagraph(items: readonly Planned[], from: number): number | null {
  const found = items.flatMap((item): number[] => {
    if (item.kind === 'group') return [firstParagraph(item.items, from) ?? Number.POSITIVE_INFINITY];
    return item.kind === 'paragraph' ? [item.index] : [];
  });
  const least = Math.min(...found);
  return Number.isFinite(least) && least >= from ? least : null;
}

const asItem = (element: SceneElement): Planned => ({ kind: 'element', element, picture: null });

function layerOf(child: Instance): number {
  if (child.kind === 'paragraph') return 0;
  const { zIndex, isPositioned } = child.node.paint;
  if (zIndex !== null) return zIndex === 0 ? 0.5 : zIndex;
  return isPositioned ? 0.5 : 0;
}

function transformed(items: Planned[], paint: PaintStyle, box: Box): Planned[] {
  const matrix = matrixOf(paint.transforms, box);
  return matrix ? [{ kind: 'group', clip: null, matrix, box, items }] : items;
}
