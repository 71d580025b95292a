import type { RasterImage } from '../../../scene/scene.ts';
import type { SatoriStyle } from '../compile/layout-style.ts';
import type { BoxInstance, Instance, ParagraphInstance } from '../expand/instances.ts';
import type { Leaf } from './leaves.ts';
import type { SatoriNode } from './satori.ts';

/** The instances of a tree in the order of the document: a box's number is its place here. */
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

export interface Sizes {
  leaves: ReadonlyMap<ParagraphInstance, Leaf>;
  /** Of each paragraph, by what is known of its width so far. */
  heights: ReadonlyMap<ParagraphInstance, number>;
}

/** A tree of boxes for Satori, paragraphs and pictures as boxes of their size. */
export function toSatori(root: BoxInstance, sizes: Sizes): SatoriNode {
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
        return paragraphBox(key, instance, sizes);
    }
  };
  return convert(root);
}

const isOpen = (side: string | number | undefined): boolean => side === undefined || side === 'auto';

/** Whether a picture's box follows from its own size. */
export const hasOwnSize = ({ width, height }: SatoriStyle): boolean => isOpen(width) || isOpen(height);

/**
 * A picture as a box. Where a side is left open, it follows from the other one, or both are the picture's own: Satori would
 * stretch it.
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

/** Pieces that a paragraph's width is made of at the most; what is longer counts as wider words than it has. */
const MAX_PIECES = 40;

/**
 * A paragraph as a box that has its least and its natural width: pieces that wrap like its words. Where its width follows
 * from the styles around it, only the longest word counts.
 */
function paragraphBox(key: string, paragraph: ParagraphInstance, { leaves, heights }: Sizes): SatoriNode {
  const { narrowest = 0, widest = 0 } = leaves.get(paragraph) ?? {};
  const widths = [narrowest];
  if (!paragraph.hasFixedWidth && narrowest > 0) {
    const piece = Math.max(narrowest, widest / MAX_PIECES);
    for (let rest = widest - narrowest; rest > 0; rest -= piece) widths.push(Math.min(piece, rest));
  }
  const pieces = widths
    .filter((width) => width > 0)
    .map(
      (width): SatoriNode => ({
        type: 'div',
        key: null,
        props: { style: { display: 'block', width, height: 0, flexShrink: 0 } },
      }),
    );
  const style = { display: 'flex', flexWrap: 'wrap', minHeight: heights.get(paragraph) ?? 0 };
  return { type: 'div', key, props: { style, children: pieces } };
}
