import type { FontNames } from './font-names.ts';
import { damaged, refuse } from './refuse.ts';
import { type FontTables, tableOf } from './tables.ts';

/** Face of a file. A variable font has several. */
export interface FontInstance {
  weight: number;
  italic: boolean;
  /** Style name, as in “Bold Italic”. */
  style: string;
  /** Coordinates on the axes of a variable font; empty for other fonts. */
  coordinates: ReadonlyMap<string, number>;
}

interface Axis {
  tag: string;
  min: number;
  standard: number;
  max: number;
}

const MAX_AXES = 16;
const MAX_NAMED = 500;
/** Maximum number of faces per file. */
const MAX_INSTANCES = 32;
const WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900];
const ITALIC_STYLE = /italic|oblique/i;
/** Value of the slant axis in degrees at which a face counts as italic. */
const SLANTED = -4;

/** Returns the faces of a file. A variable font (OpenType, fvar) has its named instances, one for each weight and slant. */
export function instancesOf(font: FontTables, names: FontNames): FontInstance[] {
  const own = staticInstance(font, names);
  if (!font.tables.has('fvar')) return [own];
  const { axes, named } = readVariations(font, names);
  const found = named.length > 0 ? named : unnamed(axes);
  // If several widths or optical sizes share a weight and slant, the one nearest to the file's default is used.
  const sorted = [...found].sort((a, b) => distance(axes, a.coordinates) - distance(axes, b.coordinates));
  const faces = new Map<string, FontInstance>();
  for (const { style, coordinates } of sorted) {
    const face = { style: style || own.style, coordinates, ...appearance(own, style, coordinates) };
    const key = `${face.weight} ${face.italic}`;
    if (!faces.has(key)) faces.set(key, face);
  }
  if (faces.size > MAX_INSTANCES)
    refuse('font_too_complex', { fault: `${faces.size} named instances, more than ${MAX_INSTANCES}` });
  return [...faces.values()].sort((a, b) => a.weight - b.weight || Number(a.italic) - Number(b.italic));
}

/** Returns weight and slant from OS/2: usWeightClass, and the italic and oblique bits of fsSelection. */
function staticInstance(font: FontTables, names: FontNames): FontInstance {
  const os2 = tableOf(font, 'OS/2', 64);
  const [weightClass, selection] = [os2.readUInt16BE(4), os2.readUInt16BE(62)];
  // Old fonts use 1 to 9.
  const weight = weightClass > 0 && weightClass < 10 ? weightClass * 100 : weightClass || 400;
  return {
    weight: Math.min(1000, weight),
    italic: (selection & 0x201) !== 0,
    style: names.style,
    coordinates: new Map(),
  };
}

function appearance(own: FontInstance, style: string, at: ReadonlyMap<string, number>) {
  const weight = at.get('wght');
  const italic = (at.get('ital') ?? 0) >= 0.5 || (at.get('slnt') ?? 0) <= SLANTED || ITALIC_STYLE.test(style);
  return {
    weight: weight === undefined ? own.weight : Math.min(1000, Math.max(1, Math.round(weight))),
    italic: own.italic || italic,
  };
}

function distance(axes: readonly Axis[], at: ReadonlyMap<string, number>): number {
  return axes
    .filter(({ tag }) => !['wght', 'ital', 'slnt'].includes(tag))
    .reduce((sum, { tag, min, standard, max }) => {
      return sum + Math.abs((at.get(tag) ?? standard) - standard) / (max - min || 1);
    }, 0);
}

type Named = Pick<FontInstance, 'style' | 'coordinates'>;

/** Returns instances for a variable font without named ones: the usual weights within its axis. */
function unnamed(axes: readonly Axis[]): Named[] {
  const standard = new Map(axes.map((axis) => [axis.tag, axis.standard]));
  const weight = axes.find(({ tag }) => tag === 'wght');
  if (!weight) return [{ style: '', coordinates: standard }];
  return WEIGHTS.filter((value) => value >= weight.min && value <= weight.max).map((value) => ({
    style: '',
    coordinates: new Map([...standard, ['wght', value]]),
  }));
}

function readVariations(font: FontTables, names: FontNames): { axes: Axis[]; named: Named[] } {
  const fvar = tableOf(font, 'fvar', 16);
  const [start, , axisCount, axisSize, count, size] = [4, 6, 8, 10, 12, 14].map((at) => fvar.readUInt16BE(at)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const instances = start + axisCount * axisSize;
  const isWhole = axisSize >= 20 && size >= 4 + axisCount * 4 && instances + count * size <= fvar.length;
  if (
    axisCount === 0 ||
    axisCount > MAX_AXES ||
    count > MAX_NAMED ||
    (count > 0 && !isWhole) ||
    instances > fvar.length
  )
    damaged('the fvar table is inconsistent');
  const fixed = (at: number) => fvar.readInt32BE(at) / 65536;
  const axes = Array.from({ length: axisCount }, (_, index) => start + index * axisSize).map((at) => {
    const [min, standard, max] = [fixed(at + 4), fixed(at + 8), fixed(at + 12)];
    if (min > standard || standard > max) damaged('the default of an axis is outside its range');
    return { tag: fvar.toString('latin1', at, at + 4), min, standard, max };
  });
  const named = Array.from({ length: count }, (_, index) => instances + index * size).map((at) => ({
    style: names.styleOf(fvar.readUInt16BE(at)),
    coordinates: new Map(axes.map(({ tag, min, max }, axis) => [tag, clamp(fixed(at + 4 + axis * 4), min, max)])),
  }));
  return { axes, named };
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
