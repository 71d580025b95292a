import { multiply } from '../../graphics/matrix.ts';
import type { Matrix } from '../../graphics/paint.ts';
import { transformMatrix } from './css-transform.ts';
import { nodesIn, removeNode, type SvgNode } from './svg-node.ts';
import { localReferences } from './svg-references.ts';

/**
 * Leaves the elements that a picture shows: links become groups, a `switch` has no foreign content beside an alternative, and elements for
 * other programs are removed (SVG 2, 5.8). Illustrator and draw.io write such files.
 */
export function plainStructure(root: SvgNode): void {
  for (const node of [...nodesIn(root)]) {
    if (node.name === 'a') toGroup(node);
    else if (node.parent && isElsewhere(node, node.parent)) removeNode(node);
  }
}

function toGroup(node: SvgNode): void {
  const isText = node.parent !== null && /^(text|tspan|textPath)$/.test(node.parent.name);
  node.name = isText ? 'tspan' : 'g';
  const { href: _, ...others } = node.attributes;
  node.attributes = others;
}

/** Returns true for an element that this renderer does not show. */
function isElsewhere({ name, attributes }: SvgNode, parent: SvgNode): boolean {
  if (attributes.requiredExtensions?.trim()) return true;
  if (name !== 'foreignObject') return false;
  if (parent.name === 'switch') return parent.children.filter((child) => typeof child !== 'string').length > 1;
  return [attributes.width, attributes.height].some((side) => side !== undefined && Number.parseFloat(side) === 0);
}

/** Removes hidden parts of texts, which resvg shows. Styles must be attributes. */
export function withoutHiddenText(root: SvgNode): void {
  for (const node of [...nodesIn(root)])
    if (/^(tspan|textPath)$/.test(node.name) && node.attributes.display?.trim() === 'none') removeNode(node);
}

const SHAPES: ReadonlySet<string> = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);

/**
 * Replaces each `use` in a clip path by its shape. Other elements do not clip (SVG 2, 14.3.5), and usvg aborts the process at some of them.
 * Styles must be attributes.
 */
export function plainClips(root: SvgNode): void {
  const byId = idsIn(root);
  for (const clip of [...nodesIn(root)].filter(({ name }) => name === 'clipPath'))
    for (const child of clip.children.slice()) {
      if (typeof child === 'string' || SHAPES.has(child.name) || child.name === 'text') continue;
      const target = child.name === 'use' ? byId.get(child.attributes.href?.trim().replace(/^#/, '') ?? '') : undefined;
      if (target?.name === 'text') continue;
      const shape = target && SHAPES.has(target.name) ? shapeOf(child, target) : null;
      if (shape) clip.children[clip.children.indexOf(child)] = { ...shape, parent: clip };
      else removeNode(child);
    }
}

/** Returns the shape that a `use` places; null if its transform is invalid or both are clipped. */
function shapeOf(
  { attributes: { href: _, x = '0', y = '0', width: _w, height: _h, id: _id, ...own } }: SvgNode,
  target: SvgNode,
): SvgNode | null {
  const box = { x: 0, y: 0, width: 0, height: 0 };
  const outer = transformMatrix(own.transform ?? 'none', box);
  const inner = transformMatrix(target.attributes.transform ?? 'none', box);
  if (!outer || !inner || (own['clip-path'] && target.attributes['clip-path'])) return null;
  const moved: Matrix = [1, 0, 0, 1, Number.parseFloat(x) || 0, Number.parseFloat(y) || 0];
  const transform = `matrix(${multiply(multiply(outer, moved), inner).join(' ')})`;
  return { ...target, attributes: { ...own, ...target.attributes, transform } };
}

/** Removes references by which an element would contain itself. Browsers do not follow them. */
export function withoutCircles(root: SvgNode): void {
  const byId = idsIn(root);
  const [open, done] = [new Set<SvgNode>(), new Set<SvgNode>()];
  const visit = (node: SvgNode): void => {
    if (done.has(node)) return;
    open.add(node);
    for (const child of node.children) if (typeof child !== 'string') visit(child);
    for (const [key, id] of referencesOf(node)) {
      const target = byId.get(id);
      if (target && open.has(target)) delete node.attributes[key];
      else if (target) visit(target);
    }
    open.delete(node);
    done.add(node);
  };
  visit(root);
}

const referencesOf = ({ attributes }: SvgNode): [key: string, id: string][] =>
  Object.entries(attributes).flatMap(([key, value]): [string, string][] => {
    if (key === 'href') return value.trim().startsWith('#') ? [[key, value.trim().slice(1)]] : [];
    return value.includes('url(') ? localReferences(value).map((id) => [key, id]) : [];
  });

/** Returns the nodes by id. The first of several with one id counts, as in browsers. */
function idsIn(root: SvgNode): Map<string, SvgNode> {
  const byId = new Map<string, SvgNode>();
  for (const node of nodesIn(root)) {
    const { id } = node.attributes;
    if (id !== undefined && !byId.has(id)) byId.set(id, node);
  }
  return byId;
}
