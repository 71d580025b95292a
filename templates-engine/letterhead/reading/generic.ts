import { isUtf8 } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import { PDFArray, PDFBool, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRawStream, PDFString } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from './fault.ts';
import { decodeBytes } from './filters.ts';
import type { Graph } from './graph.ts';
import type { Raw, Source } from './source.ts';
import { numberToken } from './tokens.ts';

const MAX_DEPTH = 12;
/** Entries about the encoding of a stream. */
const OF_STREAMS: readonly string[] = ['Length', 'Filter', 'DecodeParms', 'F', 'DP'];
/** Maximum bytes of a name and of a string (ISO 19005-3, 6.1.13). */
const [MAX_NAME, MAX_STRING] = [127, 32_767];

/** Copies a value without streams and resolves its references. Returns null for a value without PDF syntax. */
export function copyPlain(source: Source, value: Raw, depth = 0): PdfValue | null {
  if (depth > MAX_DEPTH) throw broken('values are nested too deeply');
  const found = source.get(value);
  if (found instanceof PDFName) return nameOf(found.asString());
  if (found instanceof PDFNumber) return numberToken(found.toString());
  if (found instanceof PDFBool) return String(found.asBoolean());
  if (found instanceof PDFString || found instanceof PDFHexString) return hexString(found.asBytes());
  if (found instanceof PDFArray) return found.asArray().map((item) => copyPlain(source, item, depth + 1) ?? 'null');
  if (!(found instanceof PDFDict)) return null;
  return copyEntries(
    source,
    found,
    found.keys().map((key) => key.asString().slice(1)),
    depth + 1,
  );
}

/** Copies the named entries of a dictionary that exist. */
export function copyEntries(
  source: Source,
  dict: PDFDict | undefined,
  keys: readonly string[],
  depth = 0,
): Record<string, PdfValue> {
  const entries = keys.map((key) => [key, copyPlain(source, source.entry(dict, key), depth)] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, PdfValue] => entry[1] !== null));
}

/** Copies a value with its streams, without rewriting anything in it. Returns null for a value without PDF syntax. */
export function copyDeep(graph: Graph, value: Raw, depth = 0): PdfValue | null {
  const { source } = graph;
  if (depth > MAX_DEPTH) throw broken('values are nested too deeply');
  const deep = (item: Raw) => copyDeep(graph, item, depth + 1) ?? 'null';
  const found = source.get(value);
  if (found instanceof PDFArray) return found.asArray().map(deep);
  if (found instanceof PDFDict || found instanceof PDFRawStream) {
    return graph.once('deep', value, () => {
      const kept = source
        .entries(found)
        .filter(([key]) => !(found instanceof PDFRawStream && OF_STREAMS.includes(key)));
      const entries = Object.fromEntries(kept.map(([key, item]) => [key, deep(item)]));
      if (!(found instanceof PDFRawStream)) return entries;
      const data = decodeBytes(source, found, graph.remaining('bytes'));
      graph.spend('bytes', data.length);
      return graph.add({ ...entries, Filter: '/FlateDecode' }, deflateSync(data, { level: 1 }));
    });
  }
  return copyPlain(source, value, depth);
}

/** Copies a stream other than a picture with the named entries. Its data is recompressed. */
export function copyStream(
  graph: Graph,
  role: string,
  value: Raw,
  keys: readonly string[],
  limit: number,
): number | null {
  return graph.once(role, value, () => {
    const { source } = graph;
    const stream = source.stream(value);
    if (!stream) return null;
    const data = decodeBytes(source, stream, limit);
    graph.spend('bytes', data.length);
    return graph.addCompressed(copyEntries(source, stream.dict, keys), data);
  });
}

/** Returns a name with its slash as it is. Throws if it is too long. */
export function nameOf(name: string): string {
  if (bytesOfName(name).length > MAX_NAME) throw broken('a name is too long');
  return name;
}

/** Returns the name of a colorant in UTF-8, as PDF/A requires (ISO 19005-3, 6.1.8). Other bytes are read as Windows-1252. */
export function colorantName(name: string): string {
  const bytes = bytesOfName(name);
  if (isUtf8(bytes)) return nameOf(name);
  const text = Buffer.from(new TextDecoder('windows-1252').decode(bytes));
  return nameOf(`/${[...text].map(escapedByte).join('')}`);
}

/**
 * Returns the name of a font in ASCII. It must be UTF-8, too, but often is in the character set of a language. veraPDF 1.30.2 also rejects
 * Latin-1 letters in UTF-8.
 */
export const fontName = (name: string): string => nameOf(name.replaceAll(/#[89A-F][0-9A-F]|[^\0-\x7F]/gi, '_'));

/** Returns the bytes of a name with a slash (ISO 32000-1, 7.3.5). */
const bytesOfName = (name: string): Buffer =>
  Buffer.from(
    name
      .slice(1)
      .replaceAll(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );

const escapedByte = (byte: number): string =>
  /[\w+-]/.test(String.fromCharCode(byte))
    ? String.fromCharCode(byte)
    : `#${byte.toString(16).toUpperCase().padStart(2, '0')}`;

export function hexString(bytes: Uint8Array): string {
  if (bytes.length > MAX_STRING) throw broken('a string is too long');
  return `<${Buffer.from(bytes).toString('hex').toUpperCase()}>`;
}

/** Converts numbers to a PDF array. */
export const numbersOf = (values: readonly number[]): PdfValue => values.map((value) => numberToken(String(value)));
