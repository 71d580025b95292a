import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from '../reading/fault.ts';
import { copyEntries } from './generic.ts';
import type { Surroundings } from './streams.ts';
import { copyUnicode } from './unicode.ts';

const KEYS = ['Type', 'Subtype', 'FontBBox', 'FontMatrix', 'Encoding', 'FirstChar', 'LastChar', 'Widths'];

/** Copies a font whose glyphs are content streams (Type 3, ISO 32000-1, 9.6.5). */
export function copyGlyphs({ graph, resources, open }: Surroundings, dict: PDFDict): PdfValue {
  const { source } = graph;
  const streams = open(source.dict(source.entry(dict, 'Resources')) ?? resources);
  const procedures = source.entries(source.entry(dict, 'CharProcs')).map(([name, value]): [string, PdfValue] => {
    const stream = source.stream(value);
    if (!stream) throw broken('a glyph is missing');
    return [name, graph.once('glyph', value, () => graph.addContent({}, streams.rewrite([stream])))];
  });
  return graph.add({
    ...copyEntries(source, dict, KEYS),
    CharProcs: Object.fromEntries(procedures),
    Resources: streams.resources(),
    ...copyUnicode(graph, dict, 1),
  });
}
