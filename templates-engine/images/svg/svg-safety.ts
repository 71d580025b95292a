import { SaxesParser } from 'saxes';
import { costOf, drawnElements, MAX_DRAWN, type SvgNode } from './svg-cost.ts';
import { checkReferences, checkTarget, localReferences, refuse, SvgRefusal } from './svg-references.ts';

const MAX_DEPTH = 100;
const REFUSED = /^(script|foreignObject|iframe|include|handler|listener)$/i;
/** Plain document type, as editors write it: a name and a public identifier, without declarations. */
const PLAIN_DOCTYPE = /^\s*svg(\s+(PUBLIC\s+("[^"]*"|'[^']*')\s+)?(SYSTEM\s+)?("[^"]*"|'[^']*'))?\s*$/i;

/** Returns the forbidden part of an SVG, worded to follow "SVG with"; null if nothing is forbidden. */
export function svgFault(bytes: Uint8Array): string | null {
  try {
    const svg = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { root, byId, styled, style } = readTree(svg);
    checkReferences(style);
    root.references.push(...localReferences(style).map((id): [string, number] => [id, styled]));
    const drawn = drawnElements(root, byId);
    return drawn > MAX_DRAWN
      ? `${drawn.toLocaleString('en')} elements to draw, more than ${MAX_DRAWN.toLocaleString('en')}`
      : null;
  } catch (error) {
    if (error instanceof SvgRefusal) return error.message;
    return `an error: ${error instanceof Error ? error.message.slice(0, 200) : String(error)}`;
  }
}

function readTree(svg: string) {
  const parser = new SaxesParser();
  const byId = new Map<string, SvgNode>();
  const open: SvgNode[] = [];
  let root: SvgNode | undefined;
  let [elements, styled, style, isStyle] = [0, 0, '', false];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^(utf-8|us-ascii)$/i.test(encoding)) refuse(`the encoding ${JSON.stringify(encoding)}`);
  });
  parser.on('doctype', (doctype) => {
    if (!PLAIN_DOCTYPE.test(doctype)) refuse('a document type with declarations');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (/^xml-stylesheet$/i.test(target)) refuse('an external style sheet');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^.*:/, '');
    if (REFUSED.test(local)) refuse(`a script or foreign content (<${name.slice(0, 40)}>)`);
    if (++elements > MAX_DRAWN) refuse(`more than ${MAX_DRAWN.toLocaleString('en')} elements`);
    if (open.length >= MAX_DEPTH) refuse(`elements nested more than ${MAX_DEPTH} levels deep`);
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

function toNode(name: string, attributes: Record<string, string>): SvgNode {
  const references: SvgNode['references'] = [];
  for (const [key, value] of Object.entries(attributes)) {
    if (/^on\w/i.test(key)) refuse(`an event handler (${key.slice(0, 40)})`);
    if (/^xml:base$/i.test(key)) refuse('an xml:base');
    if (/^([^:]*:)?(href|src)$/i.test(key)) references.push([checkTarget(value) ?? '', 1]);
    else if (key === 'style' || value.includes('url(')) {
      checkReferences(value);
      // A marker is drawn at every vertex of a path.
      const times = /marker/.test(key + value) ? (attributes.d ?? attributes.points ?? '').length : 1;
      references.push(...localReferences(value).map((id): [string, number] => [id, times]));
    }
  }
  return { id: attributes.id, cost: costOf(name, attributes.numOctaves), references, children: [] };
}
