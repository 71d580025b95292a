import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import type { Graph } from '../reading/graph.ts';
import { copyEntries } from './generic.ts';
import { Names } from './names.ts';
import { rewriteContent } from './rewrite.ts';
import { copyUnicode } from './unicode.ts';

const KEYS = ['Type', 'Subtype', 'FontBBox', 'FontMatrix', 'Encoding', 'FirstChar', 'LastChar', 'Widths'];

/** Copies a font whose glyphs are content streams (Type 3, ISO 32000-1, 9.6.5). */
export function copyGlyphs(graph: Graph, dict: PDFDict, inherited: PDFDict | undefined): PdfValue {
  const { source } = graph;
  const names = new Names(graph, source.dict(source.entry(dict, 'Resources')) ?? inherited);
  const procedures = source.entries(source.entry(dict, 'CharProcs')).map(([name, value]): [string, PdfValue] => {
    const stream = source.stream(value);
    if (!stream) throw broken('a glyph is missing');
    return [
      name,
      graph.once('glyph', value, () => {
        const content = decodeBytes(source, stream, graph.remaining('content'));
        graph.spend('content', content.length);
        return graph.addContent({}, rewriteContent(graph, Buffer.from(content), names));
      }),
    ];
  });
  return graph.add({
    ...copyEntries(source, dict, KEYS),
    CharProcs: Object.fromEntries(procedures),
    Resources: names.toValue(),
    ...copyUnicode(graph, dict, 1),
  });
}
