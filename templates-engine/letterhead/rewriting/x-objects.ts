import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { copyEntries } from '../reading/generic.ts';
import type { Raw } from '../reading/source.ts';
import { copyGroup } from './groups.ts';
import { copyImage } from './images.ts';
import type { Surroundings } from './streams.ts';

/** Copies a form or picture. Returns null for hidden content, PostScript (ISO 19005-3, 6.2.9) and anything else. */
export function copyXObject(around: Surroundings, value: Raw): PdfValue | null {
  const { graph, resources } = around;
  const { source } = graph;
  const stream = source.stream(value);
  if (!stream || graph.layers.isHidden(source.entry(stream.dict, 'OC'))) return null;
  const kind = source.name(source.entry(stream.dict, 'Subtype'));
  if (kind === 'Form') return copyForm(around, value);
  if (kind !== 'Image') return null;
  const spaces = source.dict(source.entry(resources, 'ColorSpace'));
  return graph.once('image', value, () => copyImage(graph, stream, (name) => source.entry(spaces, name)));
}

/** Copies a form (ISO 32000-1, 8.10) with its own resources (ISO 19005-3, 6.2.2). */
export function copyForm({ graph, resources: inherited, open }: Surroundings, value: Raw): PdfValue | null {
  const { source } = graph;
  return graph.once('form', value, () => {
    const stream = source.stream(value);
    if (!stream) return null;
    const resources = source.dict(source.entry(stream.dict, 'Resources')) ?? inherited;
    const streams = open(resources);
    const rewritten = streams.rewrite([stream]);
    const group = copyGroup(graph, source.entry(stream.dict, 'Group'), resources);
    return graph.addContent(
      {
        Type: '/XObject',
        Subtype: '/Form',
        ...copyEntries(source, stream.dict, ['BBox', 'Matrix']),
        Resources: streams.resources(),
        ...(group !== null && { Group: group }),
      },
      rewritten,
    );
  });
}
