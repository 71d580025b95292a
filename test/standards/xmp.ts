import { SaxesParser } from 'saxes';
import type { PdfFile } from './pdf-file.ts';

export const NAMESPACE = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  extension: 'http://www.aiim.org/pdfa/ns/extension/',
  schema: 'http://www.aiim.org/pdfa/ns/schema#',
  property: 'http://www.aiim.org/pdfa/ns/property#',
} as const;

export interface Xmp {
  packet: string;
  /** Fault in its XML; null if it is well-formed. */
  fault: string | null;
  /** Properties of the document by namespace and name, for example `{…}title`, with their texts. */
  properties: Map<string, string[]>;
  /** Names of properties that extension schemas describe, in the same notation. */
  described: Set<string>;
}

/** Reads the document's XMP packet (ISO 16684-1). */
export function readXmp(file: PdfFile): Xmp {
  const bytes = file.data(file.catalog['/Metadata']);
  const packet = bytes.toString('utf8');
  const xmp: Xmp = { packet, fault: null, properties: new Map(), described: new Set() };
  if (!Buffer.from(packet).equals(bytes)) xmp.fault = 'is not UTF-8';
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  let [text, namespace] = ['', ''];
  parser.on('opentag', ({ uri, local }) => {
    path.push(`{${uri}}${local}`);
    text = '';
    if (isProperty(path)) xmp.properties.set(path.at(-1) ?? '', []);
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', () => {
    const name = path.at(-1) ?? '';
    if (name === `{${NAMESPACE.schema}}namespaceURI`) namespace = text;
    if (name === `{${NAMESPACE.property}}name`) xmp.described.add(`{${namespace}}${text}`);
    const property = path.find((_, index) => isProperty(path.slice(0, index + 1)));
    if (property && text.trim() !== '') xmp.properties.get(property)?.push(text);
    text = '';
    path.pop();
  });
  parser.on('error', ({ message }) => {
    xmp.fault ??= message;
  });
  parser.write(packet).close();
  return xmp;
}

/** Returns whether an element is a direct child of a description of the document. */
const isProperty = (path: readonly string[]): boolean =>
  path.length === 4 && path[1] === `{${NAMESPACE.rdf}}RDF` && path[2] === `{${NAMESPACE.rdf}}Description`;

/** Returns the text of a property; null unless it occurs exactly once. */
export function propertyOf({ properties }: Xmp, schema: keyof typeof NAMESPACE, name: string): string | null {
  const texts = properties.get(`{${NAMESPACE[schema]}}${name}`);
  return texts?.length === 1 ? (texts[0] ?? null) : null;
}
