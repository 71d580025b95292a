import { SaxesParser } from 'saxes';
import { MAX_DRAWN } from './svg-cost.ts';
import { refuse } from './svg-references.ts';

const MAX_DEPTH = 100;
const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
/** Elements that paint nothing, with everything in them. */
const UNPAINTED: ReadonlySet<string> = new Set(['metadata', 'title', 'desc']);

/** Element of an SVG that is read, without namespaces. Its members change while it is read. */
export interface SvgNode {
  name: string;
  attributes: Record<string, string>;
  children: (SvgNode | string)[];
  parent: SvgNode | null;
}

/** Namespaces by prefix. A file without declarations, as copied from a page, has SVG's. */
type Prefixes = Readonly<Record<string, string>>;
const DEFAULT: Prefixes = { '': SVG, svg: SVG, xlink: XLINK };

/**
 * Parses an SVG. Leaves out what paints nothing: other namespaces, such as those of editors, and descriptions. `xlink:href` becomes `href`.
 * Throws an Error if it is not XML or too large.
 */
export function parseSvg(text: string): SvgNode {
  const parser = new SaxesParser();
  const open: { node: SvgNode | null; prefixes: Prefixes }[] = [];
  let root: SvgNode | undefined;
  let elements = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('processinginstruction', ({ target }) => {
    if (/^xml-stylesheet$/i.test(target)) refuse('an external style sheet');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > MAX_DRAWN) refuse(`more than ${MAX_DRAWN.toLocaleString('en')} elements`);
    if (open.length >= MAX_DEPTH) refuse(`elements nested more than ${MAX_DEPTH} levels deep`);
    const outer = open.at(-1);
    const prefixes = { ...(outer?.prefixes ?? DEFAULT), ...declared(attributes) };
    const parent = outer?.node ?? null;
    const [prefix, local] = split(name);
    const isDrawn = prefixes[prefix] === SVG && !UNPAINTED.has(local) && (parent !== null || open.length === 0);
    const node = isDrawn ? { name: local, attributes: known(attributes, prefixes), children: [], parent } : null;
    if (node) parent?.children.push(node);
    if (open.length === 0) root = node ?? undefined;
    open.push({ node, prefixes });
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const add = (text: string) => open.at(-1)?.node?.children.push(text);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(text).close();
  return root?.name === 'svg' ? root : refuse('no svg element');
}

const split = (name: string): [prefix: string, local: string] => {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
};

/** Returns the namespaces that an element declares. An empty one is SVG's, as in a page. */
function declared(attributes: Record<string, string>): Prefixes {
  const own: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'xmlns') own[''] = value || SVG;
    if (key.startsWith('xmlns:')) own[key.slice('xmlns:'.length)] = value;
  }
  return own;
}

/** Returns the attributes that an SVG can have. */
function known(attributes: Record<string, string>, prefixes: Prefixes): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) {
    const [prefix, local] = split(key);
    if (prefix === 'xml' || (prefix === '' && key !== 'xmlns')) own[key] = value;
    else if (prefixes[prefix] === XLINK && local === 'href') own.href ??= value;
  }
  return own;
}

/** Yields a node and all nodes in it, each before its children. */
export function* nodesIn(node: SvgNode): Generator<SvgNode> {
  yield node;
  for (const child of node.children) if (typeof child !== 'string') yield* nodesIn(child);
}

export const textOfNode = (node: SvgNode): string =>
  node.children.map((child) => (typeof child === 'string' ? child : textOfNode(child))).join('');

export function removeNode(node: SvgNode): void {
  const siblings = node.parent?.children;
  siblings?.splice(siblings.indexOf(node), 1);
}

/** Returns a node as an SVG file. */
export const writeSvg = (root: SvgNode): string =>
  written({ ...root, attributes: { xmlns: SVG, 'xmlns:xlink': XLINK, ...root.attributes } });

function written({ name, attributes, children }: SvgNode): string {
  const members = Object.entries(attributes).map(
    ([key, value]) => ` ${key === 'href' ? 'xlink:href' : key}="${escaped(value).replaceAll('"', '&quot;')}"`,
  );
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child)));
  return `<${name}${members.join('')}>${content.join('')}</${name}>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
