import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import { copyEntries } from '../reading/generic.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';

/** Function of a PDF as a JavaScript function. */
export type Evaluate = (inputs: readonly number[]) => number[];

/** Maximum bytes of a sampled or PostScript function. */
export const MAX_FUNCTION = 4_000_000;
const MAX_DEPTH = 8;
const MAX_PARTS = 1000;

const COMMON = ['FunctionType', 'Domain', 'Range'];
const STREAM_KEYS = [...COMMON, 'Size', 'BitsPerSample', 'Order', 'Encode', 'Decode'];

/** Copies a function (ISO 32000-1, 7.10) or an array of functions. */
export function copyFunction(graph: Graph, value: Raw, depth = 0): PdfValue {
  const { source } = graph;
  if (depth > MAX_DEPTH) throw broken('functions are nested too deeply');
  const parts = source.array(value);
  if (parts) return copyFunctions(graph, parts, depth);
  if (source.name(value) === 'Identity') return '/Identity';
  return graph.once('function', value, () => {
    const dict = source.dict(value);
    const stream = source.stream(value);
    const type = source.number(source.entry(dict, 'FunctionType'));
    if (stream && (type === 0 || type === 4)) {
      const data = decodeBytes(source, stream, MAX_FUNCTION);
      graph.spend('bytes', data.length);
      return graph.addCompressed(copyEntries(source, stream.dict, STREAM_KEYS), data);
    }
    if (type === 2) return graph.add(copyEntries(source, dict, [...COMMON, 'C0', 'C1', 'N']));
    if (type !== 3) throw broken('a function has an unknown type');
    const functions = copyFunctions(graph, source.array(source.entry(dict, 'Functions')) ?? [], depth + 1);
    return graph.add({ ...copyEntries(source, dict, [...COMMON, 'Bounds', 'Encode']), Functions: functions });
  });
}

function copyFunctions(graph: Graph, parts: readonly Raw[], depth: number): PdfValue {
  if (parts.length > MAX_PARTS) throw broken('a function has too many parts');
  return parts.map((part) => copyFunction(graph, part, depth + 1));
}
