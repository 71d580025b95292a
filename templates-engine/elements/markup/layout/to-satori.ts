import type { RasterImage } from '../../../scene/scene.ts';
import type { SatoriStyle } from '../compile/layout-style.ts';
import type { BoxInstance, Instance, ParagraphInstance } from '../expand/instances.ts';
import type { Leaf } from './leaves.ts';
import type { SatoriNode } from './satori.ts';

/** Returns the instances of a tree in document order. The index of an instance is the number of its box. */
export function numbered(root: BoxInstance): Instance[] {
  const all: Instance[] = [];
  const visit = (instance: Instance) => {
    all.push(instance);
    if (instance.kind !== 'box') return;
    if (instance.marker) all.push(instance.marker);
    for (const child of instance.children) visit(child);
  };
  visit(root);
  return all;
}

/** Height of each paragraph that takes space, followed by the widths of its pieces. */
export type Rooms = ReadonlyMap<ParagraphInstance, readonly number[]>;

/** Converts a tree to Satori's form. Paragraphs and pictures become boxes of their size. */
export function toSatori(root: BoxInstance, rooms: Rooms): SatoriNode {
  let next = 0;
  const convert = (instance: Instance): SatoriNode => {
    const key = String(next++);
    switch (instance.kind) {
      case 'box':
        if (instance.marker) next++;
        return { type: 'div', key, props: { style: instance.node.layout, children: instance.children.map(convert) } };
      case 'picture':
        return pictureBox(key, instance.node.layout, instance.image);
      case 'paragraph':
        return paragraphBox(key, rooms.get(instance) ?? [0]);
    }
  };
  return convert(root);
}

const isOpen = (side: string | number | undefined): boolean => side === undefined || side === 'auto';

/** Returns true if the size of a picture's box depends on the size of the picture. */
export const hasOwnSize = ({ width, height }: SatoriStyle): boolean => isOpen(width) || isOpen(height);

/**
 * Returns the box of a picture. An open side follows from the other one; if both are open, the size is that of the picture. Satori would
 * stretch it instead.
 */
function pictureBox(key: string, style: SatoriStyle, { width, height }: RasterImage): SatoriNode {
  const own: Record<string, string | number> = { ...style };
  const [across, down] = [own.width, own.height];
  if (isOpen(across) && isOpen(down)) Object.assign(own, { width, height });
  else if (isOpen(down))
    Object.assign(
      own,
      typeof across === 'number' ? { height: (across * height) / width } : { aspectRatio: width / height },
    );
  else if (isOpen(across))
    Object.assign(own, typeof down === 'number' ? { width: (down * width) / height } : { aspectRatio: width / height });
  return { type: 'div', key, props: { style: own } };
}

/** Maximum number of pieces per paragraph. In a longer paragraph, each piece is wider than its longest word. */
const MAX_PIECES = 40;

/**
 * Returns the size of a paragraph: its height, then the widths of pieces that wrap like its words. The pieces produce its minimum and
 * natural width. If the width follows from the surrounding styles, only the longest word is included.
 */
export function roomOf(paragraph: ParagraphInstance, leaf: Leaf, height: number): number[] {
  const { narrowest, widest } = leaf;
  const piece = pieceOf(leaf);
  return Array.from({ length: 1 + piecesOf(paragraph, leaf) }, (_, index) => {
    if (index < 2) return index === 0 ? height : narrowest;
    return Math.max(0, Math.min(piece, widest - narrowest - (index - 2) * piece));
  });
}

/**
 * Returns the number of pieces. It is a power of two, so that paragraphs of similar length have the same number; the last pieces can be
 * empty.
 */
export function piecesOf(paragraph: ParagraphInstance, leaf: Leaf): number {
  if (paragraph.hasFixedWidth || leaf.narrowest === 0 || leaf.widest <= leaf.narrowest) return 1;
  return 2 ** Math.ceil(Math.log2(1 + Math.ceil((leaf.widest - leaf.narrowest) / pieceOf(leaf))));
}

const pieceOf = ({ narrowest, widest }: Leaf): number => Math.max(narrowest, widest / MAX_PIECES);

const paragraphBox = (key: string, [minHeight = 0, ...widths]: readonly number[]): SatoriNode => ({
  type: 'div',
  key,
  props: {
    style: { display: 'flex', flexWrap: 'wrap', minHeight },
    children: widths.map((width) => ({
      type: 'div',
      key: null,
      props: { style: { display: 'block', width, height: 0, flexShrink: 0 } },
    })),
  },
});
