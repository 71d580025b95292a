import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import { copyEntries } from '../reading/generic.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { cmykSpace } from './cmyk.ts';

const MAX_PROFILE = 4_000_000;
const SPACES: Record<number, readonly string[]> = { 1: ['GRAY'], 3: ['RGB ', 'Lab '], 4: ['CMYK'] };
const CLASSES = ['scnr', 'mntr', 'prtr', 'spac'];

/**
 * Copies a colour space with an ICC profile (ISO 32000-1, 8.6.5.5). The profile must have version 2 or 4 and match the number of components
 * (ISO 19005-3, 6.2.4.2). Otherwise the space becomes the device space, as in viewers.
 */
export function copyProfile(graph: Graph, value: Raw): PdfValue {
  const { source } = graph;
  return graph.once('profile', value, () => {
    const stream = source.stream(value);
    const count = source.number(source.entry(stream?.dict, 'N')) ?? 0;
    if (!stream || !SPACES[count]) throw broken('a colour profile has no components');
    const data = Buffer.from(decodeBytes(source, stream, MAX_PROFILE));
    graph.spend('bytes', data.length);
    if (!isProfile(data, count)) return count === 4 ? cmykSpace(graph) : count === 3 ? '/DeviceRGB' : '/DeviceGray';
    const entries = copyEntries(source, stream.dict, ['N', 'Range']);
    return ['/ICCBased', graph.addCompressed(entries, data)];
  });
}

function isProfile(data: Buffer, components: number): boolean {
  if (data.length < 132 || data.toString('latin1', 36, 40) !== 'acsp' || data.readUInt32BE(0) > data.length)
    return false;
  const [version = 9, kind, space] = [data[8], data.toString('latin1', 12, 16), data.toString('latin1', 16, 20)];
  return version <= 4 && CLASSES.includes(kind) && (SPACES[components]?.includes(space) ?? false);
}
