import { refuse } from './svg-references.ts';

/** Elements as they are drawn: what is referred to counts again wherever it is. */
export const MAX_DRAWN = 20_000;
/** What a filter's step or a picture takes, in elements: they work on every pixel. */
const FILTER_COST = 500;
const FILTER_COSTS: Readonly<Record<string, number>> = {
  feTurbulence: 2000,
  feConvolveMatrix: 2000,
  feMorphology: 2000,
  feDiffuseLighting: 2000,
  feSpecularLighting: 2000,
};

export interface SvgNode {
  id: string | undefined;
  cost: number;
  /** Ids of what is drawn for it, each with how often. */
  references: [id: string, times: number][];
  children: SvgNode[];
}

/** The cost of one element, in elements. */
export function costOf(name: string, octaves: string | undefined): number {
  if (name === 'image') return FILTER_COST;
  if (!name.startsWith('fe')) return 1;
  const known = FILTER_COSTS[name] ?? FILTER_COST;
  return name === 'feTurbulence' ? known * Math.max(1, Number(octaves ?? 1) || 1) : known;
}

/** How many elements are drawn in all; no end where something is drawn within itself. */
export function drawnElements(root: SvgNode, byId: ReadonlyMap<string, SvgNode>): number {
  const known = new Map<SvgNode, number>();
  const within = new Set<SvgNode>();
  const count = (node: SvgNode): number => {
    const counted = known.get(node);
    if (counted !== undefined) return counted;
    if (within.has(node)) return refuse('an element that is drawn within itself');
    within.add(node);
    let sum = node.cost;
    for (const child of node.children) sum += count(child);
    for (const [id, times] of node.references) {
      const target = byId.get(id);
      if (target) sum += count(target) * times;
    }
    within.delete(node);
    known.set(node, sum);
    return sum;
  };
  return count(root);
}
