import { refuse } from './svg-references.ts';

/** Maximum number of drawn elements. A referenced element counts each time. */
export const MAX_DRAWN = 20_000;
/** Cost of a filter step or picture, in elements. Both process every pixel. */
const FILTER_COST = 500;
const FILTER_COSTS: Readonly<Record<string, number>> = {
  feTurbulence: 2000,
  feConvolveMatrix: 2000,
  feMorphology: 2000,
  feDiffuseLighting: 2000,
  feSpecularLighting: 2000,
};

export interface CostNode {
  cost: number;
  /** Ids of referenced elements, each with the number of times it is drawn. */
  references: [id: string, times: number][];
  children: CostNode[];
}

/** Returns the cost of one element, in elements. */
export function costOf(name: string, octaves: string | undefined): number {
  if (name === 'image') return FILTER_COST;
  if (!name.startsWith('fe')) return 1;
  const known = FILTER_COSTS[name] ?? FILTER_COST;
  return name === 'feTurbulence' ? known * Math.max(1, Number(octaves ?? 1) || 1) : known;
}

/** Returns the total number of drawn elements. Rejects elements that contain themselves. */
export function drawnElements(root: CostNode, byId: ReadonlyMap<string, CostNode>): number {
  const known = new Map<CostNode, number>();
  const within = new Set<CostNode>();
  const count = (node: CostNode): number => {
    const counted = known.get(node);
    if (counted !== undefined) return counted;
    if (within.has(node)) return refuse('an element that contains itself');
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
