import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { decodeBytes } from '../reading/filters.ts';
import { copyEntries } from '../reading/generic.ts';
import type { Raw } from '../reading/source.ts';
import { copyColorSpace } from './color-spaces.ts';
import { copyFunction } from './functions.ts';
import { copyState } from './states.ts';
import type { Surroundings } from './streams.ts';

const TILING = ['Type', 'PatternType', 'PaintType', 'TilingType', 'BBox', 'XStep', 'YStep', 'Matrix'];
const SHADING = ['ShadingType', 'Background', 'BBox', 'AntiAlias', 'Coords', 'Domain', 'Extend', 'Matrix'];
const MESH = ['BitsPerCoordinate', 'BitsPerComponent', 'BitsPerFlag', 'Decode', 'VerticesPerRow'];
const MAX_MESH = 10_000_000;

/** Copies a pattern (ISO 32000-1, 8.7): tiles or a shading. Returns null for anything else. */
export function copyPattern(around: Surroundings, value: Raw): PdfValue | null {
  const { graph, resources, open } = around;
  const { source } = graph;
  return graph.once('pattern', value, () => {
    const [dict, stream] = [source.dict(value), source.stream(value)];
    if (source.number(source.entry(dict, 'PatternType')) === 2) {
      const shading = copyShading(around, source.entry(dict, 'Shading'));
      const state = source.entry(dict, 'ExtGState');
      const own = state === undefined ? null : copyState(around, state);
      if (shading === null) return null;
      const entries = copyEntries(source, dict, ['Type', 'PatternType', 'Matrix']);
      return graph.add({ ...entries, Shading: shading, ...(own !== null && { ExtGState: own }) });
    }
    if (!stream) return null;
    const streams = open(source.dict(source.entry(stream.dict, 'Resources')) ?? resources);
    const rewritten = streams.rewrite([stream]);
    return graph.addContent({ ...copyEntries(source, stream.dict, TILING), Resources: streams.resources() }, rewritten);
  });
}

/** Copies a shading (ISO 32000-1, 8.7.4.5). Returns null for anything else. */
export function copyShading({ graph, resources }: Surroundings, value: Raw): PdfValue | null {
  const { source } = graph;
  return graph.once('shading', value, () => {
    const [dict, stream] = [source.dict(value), source.stream(value)];
    if (!dict) return null;
    const spaces = source.dict(source.entry(resources, 'ColorSpace'));
    const space = copyColorSpace(graph, source.entry(dict, 'ColorSpace'), (name) => source.entry(spaces, name));
    const shown = source.entry(dict, 'Function');
    const entries = {
      ...copyEntries(source, dict, [...SHADING, ...(stream ? MESH : [])]),
      ColorSpace: space,
      ...(shown !== undefined && { Function: copyFunction(graph, shown) }),
    };
    if (!stream) return graph.add(entries);
    const data = decodeBytes(source, stream, MAX_MESH);
    graph.spend('bytes', data.length);
    return graph.addCompressed(entries, data);
  });
}
