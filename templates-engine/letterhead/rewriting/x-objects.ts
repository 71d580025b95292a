import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { decodeBytes } from '../reading/filters.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { copyEntries } from './generic.ts';
import { copyImage } from './images.ts';
import { Names } from './names.ts';
import { rewriteContent } from './rewrite.ts';
import { copyGroup } from './states.ts';

/** Copies a form or picture. Returns null for hidden content, PostScript (ISO 19005-3, 6.2.9) and anything else. */
export function copyXObject(graph: Graph, value: Raw, inherited: PDFDict | undefined): PdfValue | null {
  const { source } = graph;
  const stream = source.stream(value);
  if (!stream || graph.layers.isHidden(source.entry(stream.dict, 'OC'))) return null;
  const kind = source.name(source.entry(stream.dict, 'Subtype'));
  if (kind === 'Form') return copyForm(graph, value, inherited);
  if (kind !== 'Image') return null;
  const spaces = source.dict(source.entry(inherited, 'ColorSpace'));
  return graph.once('image', value, () => copyImage(graph, stream, (name) => source.entry(spaces, name)));
}

/** Copies a form (ISO 32000-1, 8.10) with its own resources (ISO 19005-3, 6.2.2). */
export function copyForm(graph: Graph, value: Raw, inherited: PDFDict | undefined): PdfValue | null {
  const { source } = graph;
  return graph.once('form', value, () => {
    const stream = source.stream(value);
    if (!stream) return null;
    const content = decodeBytes(source, stream, graph.remaining('content'));
    graph.spend('content', content.length);
    const resources = source.dict(source.entry(stream.dict, 'Resources')) ?? inherited;
    const names = new Names(graph, resources);
    const rewritten = rewriteContent(graph, Buffer.from(content), names);
    const group = copyGroup(graph, source.entry(stream.dict, 'Group'), resources);
    return graph.addContent(
      {
        Type: '/XObject',
        Subtype: '/Form',
        ...copyEntries(source, stream.dict, ['BBox', 'Matrix']),
        Resources: names.toValue(),
        ...(group !== null && { Group: group }),
      },
      rewritten,
    );
  });
}
