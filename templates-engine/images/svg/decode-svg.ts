import { refuse } from './svg-references.ts';

/** Maximum characters of an SVG with its entities replaced. */
const MAX_CHARACTERS = 4_000_000;
/** Maximum depth of entities that contain entities. */
const MAX_PASSES = 8;
const BYTE_ORDER: readonly (readonly [mark: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** Returns the text of an SVG in its encoding, without a document type, and with the entities that it declares replaced. */
export const decodeSvg = (bytes: Uint8Array): string => withoutEntities(decoded(bytes));

function decoded(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200));
  const marked = BYTE_ORDER.find(([mark]) => start.toString('hex').startsWith(mark))?.[1];
  const named = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start.toString('latin1'))?.[1];
  const decoder = decoderOf(marked ?? named ?? 'utf-8');
  try {
    return decoder.decode(bytes);
  } catch {
    return refuse(`bytes that are not ${decoder.encoding}`);
  }
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return refuse(`the encoding ${JSON.stringify(encoding)}`);
  }
}

const DOCTYPE =
  /<!DOCTYPE\s+[\w:-]+(?:\s|PUBLIC|SYSTEM|"[^"]*"|'[^']*')*(?:\[((?:"[^"]*"|'[^']*'|<!--[\s\S]*?-->|(?!<!--)[^\]"'])*)\]\s*)?>/i;
const DECLARATION = /<!--[\s\S]*?-->|<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>|<!(?:ATTLIST|ELEMENT)[^>]*>/g;
const REFERENCE = /&([\w:.-]+);/g;

/** Replaces entities by their text, so that no parser expands them. Illustrator declares namespaces as entities. */
function withoutEntities(text: string): string {
  const [doctype = '', subset = ''] = DOCTYPE.exec(text) ?? [];
  const entities = new Map<string, string>();
  for (const [, name, double, single] of subset.matchAll(DECLARATION))
    if (name !== undefined && !entities.has(name)) entities.set(name, double ?? single ?? '');
  if (subset.replaceAll(DECLARATION, '').trim() !== '') refuse('an entity that is not a plain text');
  let current = text.replace(doctype, '');
  for (let pass = 0; entities.size > 0 && pass < MAX_PASSES; pass++) {
    let length = current.length;
    let isChanged = false;
    for (const [, name = ''] of current.matchAll(REFERENCE)) {
      length += entities.get(name)?.length ?? 0;
      isChanged ||= entities.has(name);
    }
    if (length > MAX_CHARACTERS) refuse('entities of more than 4,000,000 characters');
    if (!isChanged) break;
    current = current.replaceAll(REFERENCE, (all, name: string) => entities.get(name) ?? all);
  }
  return current;
}
