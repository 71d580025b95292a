import { SaxesParser } from 'saxes';

const MAX_DEPTH = 100;
/** Elements as they are drawn: what is referred to counts again wherever it is. */
const MAX_DRAWN = 20_000;
/** What a filter's step or a picture takes, in elements: they work on every pixel. */
const FILTER_COST = 500;
const FILTER_COSTS: Readonly<Record<string, number>> = {
  feTurbulence: 2000,
  feConvolveMatrix: 2000,
  feMorphology: 2000,
  feDiffuseLighting: 2000,
  feSpecularLighting: 2000,
};
const REFUSED = /^(script|foreignObject|iframe|include|handler|listener)$/i;
/** As every editor writes it: a name and a public identifier, no declarations of its own. */
const PLAIN_DOCTYPE = /^\s*svg(\s+(PUBLIC\s+("[^"]*"|'[^']*')\s+)?(SYSTEM\s+)?("[^"]*"|'[^']*'))?\s*$/i;

interface Node {
  id: string | undefined;
  cost: number;
  /** Ids of what is drawn for it, each with how often. */
  references: [id: string, times: number][];
  children: Node[];
}

class Refusal extends Error {}
const refuse = (what: string): never => {
  throw new Refusal(what);
};

/** What an SVG must not have, in words that follow "got one with"; null where it has none of it. */
export function svgFault(bytes: Uint8Array): string | null {
  try {
    const svg = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { root, byId, styled, style } = readTree(svg);
    checkReferences(style);
    root.references.push(...localReferences(style).map((id): [string, number] => [id, styled]));
    const drawn = drawnElements(root, byId);
    return drawn > MAX_DRAWN
      ? `${drawn.toLocaleString('en')} elements to draw (what is used twice and filters count more): at most ${MAX_DRAWN.toLocaleString('en')}`
      : null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    return `a fault: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`;
  }
}

function readTree(svg: string) {
  const parser = new SaxesParser();
  const byId = new Map<string, Node>();
  const open: Node[] = [];
  let root: Node | undefined;
  let [elements, styled, style, isStyle] = [0, 0, '', false];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^(utf-8|us-ascii)$/i.test(encoding)) refuse(`the encoding ${JSON.stringify(encoding)}`);
  });
  parser.on('doctype', (doctype) => {
    if (!PLAIN_DOCTYPE.test(doctype)) refuse('a document type that declares entities or more');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (/^xml-stylesheet$/i.test(target)) refuse('a style sheet from elsewhere');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^.*:/, '');
    if (REFUSED.test(local)) refuse(`a script or foreign content (<${name.slice(0, 40)}>)`);
    if (++elements > MAX_DRAWN) refuse(`more than ${MAX_DRAWN.toLocaleString('en')} elements`);
    if (open.length >= MAX_DEPTH) refuse(`elements nested more than ${MAX_DEPTH} deep`);
    const node = toNode(local, attributes);
    if (node.id !== undefined) byId.set(node.id, node);
    if (attributes.class !== undefined) styled++;
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
    isStyle = local === 'style';
  });
  parser.on('closetag', () => {
    open.pop();
    isStyle = false;
  });
  const addStyle = (text: string) => {
    if (isStyle) style += text;
  };
  parser.on('text', addStyle);
  parser.on('cdata', addStyle);
  parser.write(svg).close();
  return { root: root ?? refuse('no element'), byId, styled, style };
}

function toNode(name: string, attributes: Record<string, string>): Node {
  const references: Node['references'] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (/^on\w/i.test(key)) refuse(`an event handler (${key.slice(0, 40)})`);
    if (/^xml:base$/i.test(key)) refuse('an xml:base');
    if (/^([^:]*:)?(href|src)$/i.test(key)) references.push([checkTarget(value) ?? '', 1]);
    else if (key === 'style' || value.includes('url(')) {
      checkReferences(value);
      // A marker is drawn at every corner of a path.
      const times = /marker/.test(key + value) ? (attributes.d ?? attributes.points ?? '').length : 1;
      references.push(...localReferences(value).map((id): [string, number] => [id, times]));
    }
  }
  return { id: attributes.id, cost: costOf(name, attributes.numOctaves), references, children: [] };
}

function costOf(name: string, octaves: string | undefined): number {
  if (name === 'image') return FILTER_COST;
  if (!name.startsWith('fe')) return 1;
  const known = FILTER_COSTS[name] ?? FILTER_COST;
  return name === 'feTurbulence' ? known * Math.max(1, Number(octaves ?? 1) || 1) : known;
}

/** The id that an address names in the file itself, null for a picture within it; all others are refused. */
function checkTarget(address: string): string | null {
  const target = address.trim();
  if (target.startsWith('#')) return target.slice(1);
  if (target === '' || /^data:image\/(png|jpeg|webp);base64,/i.test(target)) return null;
  return refuse(`a reference to ${JSON.stringify(target.slice(0, 80))}`);
}

/** Style sheets, and attributes that are written like them; escapes would hide what they say. */
function checkReferences(css: string): void {
  if (/@import/i.test(css)) refuse('a style sheet from elsewhere');
  if (css.includes('\\')) refuse('an escape in a style');
  for (const [, target = ''] of css.matchAll(URL_IN_CSS)) checkTarget(target);
  if (/\b(image|image-set|src)\s*\(/i.test(css)) refuse('a picture in a style');
}

const URL_IN_CSS = /url\(\s*["']?([^)"']*)/gi;
const localReferences = (css: string): string[] =>
  [...css.matchAll(URL_IN_CSS)].flatMap(([, target = '']) => checkTarget(target) ?? []);

/** How many elements are drawn in all; no end where something is drawn within itself. */
function drawnElements(root: Node, byId: ReadonlyMap<string, Node>): number {
  const known = new Map<Node, number>();
  const within = new Set<Node>();
  const count = (node: Node): number => {
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
