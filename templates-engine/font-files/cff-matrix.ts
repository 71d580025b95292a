import { assembleSfnt } from '../fonts/sfnt.ts';
import { type DictEntry, integerOperand, numberOf, readDict, realOperand, writeDict } from './cff-dict.ts';
import { sumOf } from './font-bounds.ts';
import { damaged } from './refuse.ts';
import { readTables, tableOf } from './tables.ts';

/** Operators of a Top DICT (Adobe Technical Note 5176, tables 9 and 10) whose last operand is an offset in the file. */
const CHARSET = 15;
const ENCODING = 16;
const PRIVATE = 18;
const FD_ARRAY = 0x0c24;
const PLACES = new Set([CHARSET, ENCODING, 17, PRIVATE, FD_ARRAY, 0x0c25]);
/** Highest operand of CHARSET and ENCODING that is a predefined set and not an offset. */
const LAST_STANDARD = 2;
const FONT_MATRIX = 0x0c07;
/** Units per em of a CFF without FontMatrix. */
const STANDARD_UNITS = 1000;
/** Tolerance for matrices, which are written with few digits. */
const TOLERANCE = 0.001;

/**
 * Returns an sfnt from HarfBuzz whose CFF table contains its units per em (FontMatrix). A PDF embeds that table without the head table, and
 * would otherwise show glyphs in the wrong size. Fonts with TrueType outlines are returned unchanged.
 */
export function withFontMatrix(sfnt: Uint8Array): Uint8Array {
  const font = readTables(Buffer.from(sfnt.buffer, sfnt.byteOffset, sfnt.length));
  const cff = font.tables.get('CFF ');
  const units = tableOf(font, 'head', 54).readUInt16BE(18);
  if (!cff) return sfnt;
  const { start, end, entries } = readTopDict(cff);
  const fonts = fontDictsOf(cff, entries);
  const scales = scalesOf(entries, fonts);
  if (scales.every((scale) => Math.abs(scale * units - 1) < TOLERANCE)) return sfnt;
  if (isTold([entries, ...fonts.map(({ entries: own }) => own)]))
    damaged(`its FontMatrix does not match ${units} units per em`);
  const matrix = [1 / units, 0, 0, 1 / units, 0, 0].map((one) => (one === 0 ? integerOperand(0) : realOperand(one)));
  const longer = [{ operator: FONT_MATRIX, operands: matrix }, ...entries];
  const added = writeDict(longer.map((entry) => moved(entry, 0))).length + INDEX_HEAD - (end - start);
  const index = indexOf(writeDict(longer.map((entry) => moved(entry, added))));
  const rewritten = Buffer.concat([cff.subarray(0, start), index, withMovedFonts(cff, fonts, added).subarray(end)]);
  const tables = [...font.tables].map(([tag, data]) => ({
    tag: Buffer.from(tag, 'latin1'),
    ...withSum(tag === 'CFF ' ? rewritten : data),
  }));
  return assembleSfnt(font.flavor, tables);
}

const withSum = (data: Buffer) => ({ data, sum: sumOf(Buffer.concat([data, Buffer.alloc(3)])) });

const isTold = (dicts: readonly (readonly DictEntry[])[]): boolean =>
  dicts.some((dict) => dict.some(({ operator }) => operator === FONT_MATRIX));

/** Returns the horizontal and vertical size of a unit in em. Each part of a font applies its own matrix after that of the whole font. */
function scalesOf(top: readonly DictEntry[], fonts: readonly FontDict[]): number[] {
  const dicts = fonts.length === 0 ? [[top]] : fonts.map(({ entries }) => [top, entries]);
  return dicts.flatMap((both) => {
    const matrices = both.flatMap((dict) => dict.find(({ operator }) => operator === FONT_MATRIX) ?? []);
    if (matrices.length === 0) return [1 / STANDARD_UNITS];
    return [0, 3].map((at) => matrices.reduce((scale, { operands }) => scale * numberOf(operands[at] ?? NONE), 1));
  });
}

/** Value of a missing operand. */
const NONE = integerOperand(0);

/** Size of the head of an INDEX with one object: count, offset size, and two offsets of four bytes (section 5). */
const INDEX_HEAD = 2 + 1 + 2 * 4;

function indexOf(data: Buffer): Buffer {
  const head = Buffer.alloc(INDEX_HEAD);
  head.writeUInt16BE(1, 0);
  head[2] = 4;
  head.writeUInt32BE(1, 3);
  head.writeUInt32BE(data.length + 1, 7);
  return Buffer.concat([head, data]);
}

const BROKEN = 'the CFF table is inconsistent';
const MAX_PLACE = 1_000_000_000;

/** Returns a DICT entry with its offset, if it has one, increased by `by`. */
function moved(entry: DictEntry, by: number): DictEntry {
  const { operator, operands } = entry;
  const last = operands.at(-1);
  if (!PLACES.has(operator) || !last) return entry;
  const place = numberOf(last);
  if (!Number.isInteger(place) || Math.abs(place) > MAX_PLACE) damaged(BROKEN);
  const isStandard = (operator === CHARSET || operator === ENCODING) && place <= LAST_STANDARD;
  return isStandard ? entry : { operator, operands: [...operands.slice(0, -1), integerOperand(place + by)] };
}

function readTopDict(cff: Buffer): { start: number; end: number; entries: DictEntry[] } {
  const start = readIndex(cff, cff[2] ?? 0).end;
  const { end, objects } = readIndex(cff, start);
  const [dict] = objects;
  if (!dict || objects.length > 1) return damaged('the CFF table does not contain exactly one font');
  return { start, end, entries: readDict(cff.subarray(...dict)) };
}

interface FontDict {
  from: number;
  to: number;
  entries: DictEntry[];
}

/** Returns the font DICTs of a CID-keyed font (FDArray). */
function fontDictsOf(cff: Buffer, top: readonly DictEntry[]): FontDict[] {
  const place = top.find(({ operator }) => operator === FD_ARRAY)?.operands[0];
  if (!place) return [];
  return readIndex(cff, numberOf(place)).objects.map(([from, to]) => ({
    from,
    to,
    entries: readDict(cff.subarray(from, to)),
  }));
}

/** Increases the offsets in the FDArray. HarfBuzz writes offsets in five bytes, so the length does not change. */
function withMovedFonts(cff: Buffer, fonts: readonly FontDict[], by: number): Buffer {
  const copy = Buffer.from(cff);
  for (const { from, to, entries } of fonts) {
    const dict = writeDict(entries.map((entry) => moved(entry, by)));
    if (dict.length !== to - from) damaged('the CFF table cannot be read');
    dict.copy(copy, from);
  }
  return copy;
}

/** Returns the positions of the objects of an INDEX (section 5), and its end. */
function readIndex(cff: Buffer, start: number): { end: number; objects: [from: number, to: number][] } {
  if (!Number.isInteger(start) || start < 0 || start + 3 > cff.length) damaged(BROKEN);
  const [count, size] = [cff.readUInt16BE(start), cff[start + 2] ?? 0];
  if (count === 0) return { end: start + 2, objects: [] };
  const data = start + 2 + (count + 1) * size;
  if (size < 1 || size > 4 || data >= cff.length) damaged(BROKEN);
  const places = Array.from({ length: count + 1 }, (_, index) => data + cff.readUIntBE(start + 3 + index * size, size));
  const isWhole = places.every((place, index) => place <= cff.length && place >= (places[index - 1] ?? 0));
  if (!isWhole) damaged(BROKEN);
  return { end: places.at(-1) ?? 0, objects: places.slice(1).map((to, index) => [places[index] ?? 0, to]) };
}
