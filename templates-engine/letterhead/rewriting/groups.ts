import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { copyEntries } from '../reading/generic.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { copyColorSpace } from './color-spaces.ts';

/**
 * Copies the attributes of a transparency group (ISO 32000-1, 11.6.6), with RGB in place of device CMYK. Returns null without attributes.
 */
export function copyGroup(graph: Graph, value: Raw, resources: PDFDict | undefined): PdfValue | null {
  const { source } = graph;
  const dict = source.dict(value);
  if (!dict || source.name(source.entry(dict, 'S')) !== 'Transparency') return null;
  const space = source.entry(dict, 'CS');
  const spaces = source.dict(source.entry(resources, 'ColorSpace'));
  const isCmyk = source.name(space) === 'DeviceCMYK';
  const made =
    space === undefined || isCmyk ? null : copyColorSpace(graph, space, (name) => source.entry(spaces, name));
  return {
    S: '/Transparency',
    ...(isCmyk ? { CS: '/DeviceRGB' } : made !== null && { CS: made }),
    ...copyEntries(source, dict, ['I', 'K']),
  };
}
