import { type CostNode, costOf, drawnElements, MAX_DRAWN } from './svg-cost.ts';
import type { SvgNode } from './svg-node.ts';
import { checkReferences, checkTarget, localReferences, refuse } from './svg-references.ts';

/** Attributes with coordinates and radii, and a number in them over 10¹². resvg draws a circle of radius 10³⁸ as 200 MB of curves. */
const GEOMETRY: ReadonlySet<string> = new Set(['d', 'points', 'r', 'rx', 'ry']);
const HUGE = /\de\+?(?:1[3-9]|[2-9]\d|\d{3})|(?<![\d.])\d{14}/i;
const REFUSED = /^(script|foreignObject|iframe|include|handler|listener)$/i;

/** Refuses an SVG that could act, load something or take long to draw. Its styles are attributes (see apply-styles.ts). */
export function checkSafety(root: SvgNode): void {
  const byId = new Map<string, CostNode>();
  const drawn = drawnElements(costNode(root, byId), byId);
  if (drawn > MAX_DRAWN)
    refuse(`${drawn.toLocaleString('en')} elements to draw, more than ${MAX_DRAWN.toLocaleString('en')}`);
}

function costNode({ name, attributes, children }: SvgNode, byId: Map<string, CostNode>): CostNode {
  if (REFUSED.test(name)) refuse(`a script or foreign content (<${name.slice(0, 40)}>)`);
  const cost: CostNode = {
    cost: costOf(name, attributes.numOctaves),
    references: referencesOf(attributes),
    children: children.flatMap((child) => (typeof child === 'string' ? [] : [costNode(child, byId)])),
  };
  if (attributes.id !== undefined) byId.set(attributes.id, cost);
  return cost;
}

function referencesOf(attributes: Readonly<Record<string, string>>): CostNode['references'] {
  const references: CostNode['references'] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (/^on\w/i.test(key)) refuse(`an event handler (${key.slice(0, 40)})`);
    if (GEOMETRY.has(key) && HUGE.test(value)) refuse('a number over 1,000,000,000,000');
    if (/^xml:base$/i.test(key)) refuse('an xml:base');
    if (/^([^:]*:)?(href|src)$/i.test(key)) references.push([checkTarget(value) ?? '', 1]);
    else if (key === 'style' || value.includes('url(')) {
      checkReferences(value);
      // A marker is drawn at every vertex of a path.
      const times = /marker/.test(key + value) ? (attributes.d ?? attributes.points ?? '').length : 1;
      references.push(...localReferences(value).map((id): [string, number] => [id, times]));
    }
  }
  return references;
}
