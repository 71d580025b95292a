import { deflateSync } from 'node:zlib';
import { PDFArray, PDFBool, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRawStream, PDFString } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from './fault.ts';
import { decodeBytes } from './filters.ts';
import type { Graph } from './graph.ts';
import type { Raw, Source } from './source.ts';
import { numberToken, stringToken } from './tokens.ts';

const MAX_DEPTH = 12;
/** Entries about the encoding of a stream. */
const OF_STREAMS: readonly string[] = ['Length', 'Filter', 'DecodeParms', 'F', 'DP'];
/** Maximum bytes of a name (ISO 19005-3, 6.1.13). */
const MAX_NAME = 127;

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

export function nameOf(name: string): string {
  if (name.length > MAX_NAME) throw broken('a name is too long');
  return name;
}

export function hexString(bytes: Uint8Array): string {
  const text = `<${Buffer.from(bytes).toString('hex').toUpperCase()}>`;
  return stringToken(Buffer.from(text, 'latin1'), 0).token;
}

/** Converts numbers to a PDF array. */
export const numbersOf = (values: readonly number[]): PdfValue => values.map((value) => numberToken(String(value)));
