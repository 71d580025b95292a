import { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import { copyEntries, hexString } from '../reading/generic.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { cmykSpace } from './cmyk.ts';
import { copyInks } from './inks.ts';
import { copyProfile } from './profiles.ts';

/** Device colour spaces that PDF/A allows next to an RGB output intent. */
export const DEVICE_SPACES: readonly string[] = ['DeviceGray', 'DeviceRGB'];
const ABBREVIATED: Record<string, string> = { G: 'DeviceGray', RGB: 'DeviceRGB', CMYK: 'DeviceCMYK', I: 'Indexed' };
/** Maximum nesting depth. An indexed pattern space of a spot colour with a profile has four levels. */
const MAX_DEPTH = 6;

/** Looks up a colour space among the resources by its name. */
export type FindSpace = (name: string) => Raw;

/** Copies a colour space (ISO 32000-1, 8.6) in a form that PDF/A allows. */
export function copyColorSpace(graph: Graph, value: Raw, find: FindSpace, depth = 0): PdfValue {
  const { source } = graph;
  if (depth > MAX_DEPTH) throw broken('colour spaces are nested too deeply');
  const name = source.name(value);
  if (name !== undefined) return named(graph, ABBREVIATED[name] ?? name, find, depth);
  return graph.once('color space', value, () => {
    const [family, ...parts] = source.array(value) ?? [];
    const kind = source.name(family) ?? '';
    const space = copyFamily(graph, ABBREVIATED[kind] ?? kind, parts, find, depth + 1);
    return typeof space === 'object' ? graph.add(space) : space;
  });
}

function named(graph: Graph, name: string, find: FindSpace, depth: number): PdfValue {
  if (name === 'DeviceCMYK') return cmykSpace(graph);
  if (DEVICE_SPACES.includes(name) || name === 'Pattern') return `/${name}`;
  const raw = find(name);
  if (raw === undefined) throw broken(`the colour space ${name.slice(0, 40)} is missing`);
  return copyColorSpace(graph, raw, find, depth + 1);
}

function copyFamily(graph: Graph, family: string, parts: readonly Raw[], find: FindSpace, depth: number): PdfValue {
  const { source } = graph;
  const [first, second, third, fourth] = parts;
  const spots = (names: readonly Raw[], attributes: PDFDict | undefined): PdfValue => {
    const inks = { names, alternate: second, tint: third, attributes, isCmyk: isDeviceCmyk(graph, second, find) };
    return copyInks(graph, inks, (space) => copyColorSpace(graph, space, find, depth + 1));
  };
  switch (family) {
    case 'DeviceGray':
    case 'DeviceRGB':
    case 'DeviceCMYK':
      return named(graph, family, find, depth);
    case 'CalGray':
    case 'CalRGB':
    case 'Lab':
      return [
        `/${family}`,
        copyEntries(source, source.dict(first), ['WhitePoint', 'BlackPoint', 'Gamma', 'Matrix', 'Range']),
      ];
    case 'ICCBased':
      return copyProfile(graph, first);
    case 'Indexed':
      return copyIndexed(graph, first, source.number(second), third, find, depth);
    case 'Pattern':
      return first === undefined ? '/Pattern' : ['/Pattern', copyColorSpace(graph, first, find, depth)];
    case 'Separation':
      return spots([first], undefined);
    case 'DeviceN': {
      const attributes = source.get(fourth);
      return spots(source.array(first) ?? [], attributes instanceof PDFDict ? attributes : undefined);
    }
    default:
      throw broken(`a colour space has the unknown type ${family.slice(0, 40) || '(no name)'}`);
  }
}

function isDeviceCmyk({ source }: Graph, value: Raw, find: FindSpace): boolean {
  const list = source.array(value);
  const name = source.name(list?.length === 1 ? list[0] : value);
  if (name === 'DeviceCMYK' || name === 'CMYK') return true;
  return name !== undefined && !name.startsWith('Device') && source.name(find(name)) === 'DeviceCMYK';
}

function copyIndexed(
  graph: Graph,
  base: Raw,
  highest: number | undefined,
  table: Raw,
  find: FindSpace,
  depth: number,
): PdfValue {
  const { source } = graph;
  if (highest === undefined || highest < 0 || highest > 255) throw broken('an indexed colour space has no colours');
  const stream = source.stream(table);
  const bytes = stream ? decodeBytes(source, stream, 65_536) : source.bytes(table);
  if (!bytes) throw broken('an indexed colour space has no colours');
  return ['/Indexed', copyColorSpace(graph, base, find, depth), String(Math.trunc(highest)), hexString(bytes)];
}
