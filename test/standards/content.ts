import type { Dict, PdfFile, Value } from './pdf-file.ts';

/** Operation of a content stream: an operator with its operands as text. */
interface Operation {
  operator: string;
  operands: string[];
}

/** Contents of a page that the standards regulate. */
export interface PageContent {
  operations: Operation[];
  /** Codes of shown glyphs, by the font's resource name. */
  codes: Map<string, Set<number>>;
  /** Marked-content identifiers in the content, with their enclosing tags. */
  mcids: Map<number, string>;
  /** Painting operations outside marked content. */
  unmarked: string[];
  /** Tags in artifacts, and artifacts in tags. */
  misnested: string[];
  deepestState: number;
  languages: string[];
}

const PAINTING = new Set(['f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*', 'sh', 'Do', 'Tj', 'TJ', "'", '"', 'EI']);
const TOKEN =
  /\s+|%[^\r\n]*|(<<|>>|\[|\]|<[0-9A-Fa-f\s]*>|\((?:\\.|[^\\()])*\)|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+)/gy;

/** Splits a content stream into operations. An array or a dictionary is one operand. */
export function operationsOf(content: string): Operation[] {
  const operations: Operation[] = [];
  let operands: string[] = [];
  let open: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(content); match; match = TOKEN.exec(content)) {
    const token = match[1];
    if (token === undefined) continue;
    if (open.length > 0 || token === '[' || token === '<<') {
      open.push(token);
      const depth = open.reduce((sum, part) => sum + ('[<<'.includes(part) ? 1 : ']>>'.includes(part) ? -1 : 0), 0);
      if (depth === 0) {
        operands.push(open.join(' '));
        open = [];
      }
    } else if (/^[-+.\d/<(]/.test(token) || ['true', 'false', 'null'].includes(token)) operands.push(token);
    else {
      operations.push({ operator: token, operands });
      operands = [];
    }
  }
  return operations;
}

/** Interprets the page's streams as one. */
export function readContent(file: PdfFile): PageContent {
  const streams: Value[] = file.list(file.page['/Contents']);
  const content = streams.map((stream) => file.data(stream).toString('latin1')).join('\n');
  const found: PageContent = {
    operations: operationsOf(content),
    codes: new Map(),
    mcids: new Map(),
    unmarked: [],
    misnested: [],
    deepestState: 0,
    languages: [],
  };
  const marks: { tag: string; mcid: number | null }[] = [];
  let [depth, font] = [0, ''];
  for (const { operator, operands } of found.operations) {
    const [first = '', second = ''] = operands;
    if (operator === 'q') found.deepestState = Math.max(found.deepestState, ++depth);
    else if (operator === 'Q') depth--;
    else if (operator === 'Tf') font = first;
    else if (operator === 'BMC' || operator === 'BDC') open(found, marks, first, second);
    else if (operator === 'EMC') marks.pop();
    else if (PAINTING.has(operator)) {
      if (!marks.some(({ tag, mcid }) => tag === '/Artifact' || mcid !== null)) found.unmarked.push(operator);
      if (operator === 'Tj' || operator === 'TJ') addCodes(found.codes, font, first);
    }
  }
  return found;
}

function open(
  found: PageContent,
  marks: { tag: string; mcid: number | null }[],
  tag: string,
  properties: string,
): void {
  const mcid = /\/MCID (\d+)/.exec(properties)?.[1];
  const language = /\/Lang \(([^)]*)\)/.exec(properties)?.[1];
  const inArtifact = marks.some((mark) => mark.tag === '/Artifact');
  const inTag = marks.some((mark) => mark.mcid !== null);
  if ((inArtifact && mcid !== undefined) || (inTag && tag === '/Artifact')) found.misnested.push(tag);
  if (mcid !== undefined) found.mcids.set(Number(mcid), tag);
  if (language !== undefined) found.languages.push(language);
  marks.push({ tag, mcid: mcid === undefined ? null : Number(mcid) });
}

/** Each code has two bytes. */
function addCodes(codes: Map<string, Set<number>>, font: string, operand: string): void {
  const shown = codes.get(font) ?? new Set<number>();
  codes.set(font, shown);
  for (const [, hex = ''] of operand.matchAll(/<([0-9A-Fa-f\s]*)>/g))
    for (const [code] of hex.replaceAll(/\s/g, '').matchAll(/.{4}/g)) shown.add(Number.parseInt(code, 16));
}

/** Returns a resource of the page. */
export const resource = (file: PdfFile, kind: string, name: string): Dict =>
  file.dict(file.dict(file.dict(file.page['/Resources'])[kind])[name]);
