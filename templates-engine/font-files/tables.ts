import { assembleSfnt } from '../fonts/sfnt.ts';
import { refuse } from './refuse.ts';

/** The tables of a font, by tag. */
export interface FontTables {
  /** The first four bytes of the file: 0x00010000 and `true` for TrueType outlines, `OTTO` for PostScript's. */
  flavor: number;
  tables: ReadonlyMap<string, Buffer>;
}

/** More than any font has: most have twenty. */
const MAX_TABLES = 100;
const TRUETYPE = 0x00010000;
const APPLE_TRUETYPE = 0x74727565;
const OPENTYPE_CFF = 0x4f54544f;

/** What is kept of a font: outlines, metrics, characters, layout and axes. Hints, bitmaps, signatures and all else go. */
const METRICS = ['head', 'hhea', 'hmtx', 'maxp', 'OS/2', 'cmap', 'name', 'post', 'HVAR', 'MVAR'];
const OUTLINES = ['glyf', 'loca', 'gvar', 'CFF ', 'CFF2', 'fvar', 'avar'];
const LAYOUT = ['GDEF', 'GSUB', 'GPOS', 'BASE', 'kern'];
const KEPT = new Set([...METRICS, ...OUTLINES, ...LAYOUT]);
/** Without these a font says too little to be set. OS/2 has the right to embed it. */
const REQUIRED = ['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'name', 'OS/2'];
const COLORED = ['COLR', 'SVG ', 'sbix', 'CBDT'];
const DRAWN = ['glyf', 'CFF ', 'CFF2'];

export const isSfnt = (flavor: number): boolean => [TRUETYPE, APPLE_TRUETYPE, OPENTYPE_CFF].includes(flavor);

/** The tables of an sfnt (OpenType, table directory), each within the file. */
export function readTables(sfnt: Buffer): FontTables {
  if (sfnt.length < 12) refuse('is cut off: it has no table directory');
  const [flavor, count] = [sfnt.readUInt32BE(0), sfnt.readUInt16BE(4)];
  if (!isSfnt(flavor)) refuse('is no font: takes TTF, OTF, WOFF or WOFF2');
  if (count === 0 || count > MAX_TABLES) refuse(`has ${count} tables: takes 1 to ${MAX_TABLES}`);
  if (sfnt.length < 12 + count * 16) refuse('is cut off within its table directory');
  const tables = new Map<string, Buffer>();
  for (let entry = 12; entry < 12 + count * 16; entry += 16) {
    const tag = sfnt.toString('latin1', entry, entry + 4);
    const [offset, length] = [sfnt.readUInt32BE(entry + 8), sfnt.readUInt32BE(entry + 12)];
    if (offset + length > sfnt.length) refuse(`is cut off: the table ${shown(tag)} ends past the end of the file`);
    if (tables.has(tag)) refuse(`has the table ${shown(tag)} twice`);
    tables.set(tag, sfnt.subarray(offset, offset + length));
  }
  return { flavor, tables };
}

/** A tag as it can be shown: a damaged directory has any bytes. */
const shown = (tag: string): string => JSON.stringify(tag.trim());

/** Refuses a font without the tables that are needed, and one whose glyphs are pictures or have colours of their own. */
export function checkTables({ tables }: FontTables): void {
  const colored = COLORED.find((tag) => tables.has(tag));
  if (colored)
    refuse(`has coloured glyphs (table ${colored.trim()}), which are not supported: takes the font in one colour`);
  if (!DRAWN.some((tag) => tables.has(tag)))
    refuse('has no outlines (table glyf, CFF or CFF2): a font of bitmaps alone can not be scaled');
  const missing = REQUIRED.filter((tag) => !tables.has(tag));
  if (missing.length > 0) {
    const reason = missing.includes('OS/2') ? ', which says whether the font may be embedded' : '';
    refuse(`lacks the table ${missing.join(', ')}${missing.length === 1 ? reason : ''}`);
  }
}

/** Refuses a font that HarfBuzz has written anew without a table that is needed: it could make nothing of it. */
export function checkRebuilt(sfnt: Uint8Array): void {
  const { tables } = readTables(Buffer.from(sfnt.buffer, sfnt.byteOffset, sfnt.length));
  const missing = REQUIRED.filter((tag) => !tables.has(tag));
  if (missing.length > 0 || !['glyf', 'CFF '].some((tag) => tables.has(tag)))
    refuse(`has a table ${missing[0] ?? 'of outlines'} that can not be read`);
}

/** The range of units per em that OpenType allows (head): HarfBuzz would silently take another number. */
const UNITS = { min: 16, max: 16_384 };

export function checkUnits(font: FontTables): void {
  const units = tableOf(font, 'head', 54).readUInt16BE(18);
  if (units < UNITS.min || units > UNITS.max) refuse(`has ${units} units per em: takes ${UNITS.min} to ${UNITS.max}`);
}

/** An sfnt with the tables alone that are kept. */
export function keepTables({ flavor, tables }: FontTables): Uint8Array {
  const kept = [...tables].filter(([tag]) => KEPT.has(tag)).sort(([a], [b]) => (a < b ? -1 : 1));
  return assembleSfnt(
    flavor,
    kept.map(([tag, data]) => ({ tag: Buffer.from(tag, 'latin1'), sum: 0, data })),
  );
}

/** A table that was required; refused where it is shorter than its fixed part. */
export function tableOf({ tables }: FontTables, tag: string, length: number): Buffer {
  const table = tables.get(tag);
  if (!table || table.length < length) refuse(`has a table ${tag.trim()} that is too short`);
  return table;
}
