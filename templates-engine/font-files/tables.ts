import { assembleSfnt } from '../fonts/sfnt.ts';
import { damaged, refuse } from './refuse.ts';

/** Tables of a font, by tag. */
export interface FontTables {
  /** First four bytes of the file: 0x00010000 or `true` for TrueType outlines, `OTTO` for PostScript outlines. */
  flavor: number;
  tables: ReadonlyMap<string, Buffer>;
}

/** Maximum number of tables. Most fonts have about 20. */
const MAX_TABLES = 100;
const TRUETYPE = 0x00010000;
const APPLE_TRUETYPE = 0x74727565;
const OPENTYPE_CFF = 0x4f54544f;

/** Tables that are kept: outlines, metrics, characters, layout and axes. Hints, bitmaps, signatures and everything else are dropped. */
const METRICS = ['head', 'hhea', 'hmtx', 'maxp', 'OS/2', 'cmap', 'name', 'post', 'HVAR', 'MVAR'];
const OUTLINES = ['glyf', 'loca', 'gvar', 'CFF ', 'CFF2', 'fvar', 'avar'];
const LAYOUT = ['GDEF', 'GSUB', 'GPOS', 'BASE', 'kern'];
const KEPT = new Set([...METRICS, ...OUTLINES, ...LAYOUT]);
/** Required tables. Without them a font cannot be set; OS/2 contains the embedding rights. */
const REQUIRED = ['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'name', 'OS/2'];
const COLORED = ['COLR', 'SVG ', 'sbix', 'CBDT'];
const DRAWN = ['glyf', 'CFF ', 'CFF2'];

export const isSfnt = (flavor: number): boolean => [TRUETYPE, APPLE_TRUETYPE, OPENTYPE_CFF].includes(flavor);

/** Reads the tables of an sfnt (OpenType, table directory), and checks that each is inside the file. */
export function readTables(sfnt: Buffer): FontTables {
  if (sfnt.length < 12) damaged('it is cut off before its table directory');
  const [flavor, count] = [sfnt.readUInt32BE(0), sfnt.readUInt16BE(4)];
  if (!isSfnt(flavor)) refuse('not_a_font');
  if (count === 0 || count > MAX_TABLES) damaged(`it has ${count} tables, not 1 to ${MAX_TABLES}`);
  if (sfnt.length < 12 + count * 16) damaged('it is cut off within its table directory');
  const tables = new Map<string, Buffer>();
  for (let entry = 12; entry < 12 + count * 16; entry += 16) {
    const tag = sfnt.toString('latin1', entry, entry + 4);
    const [offset, length] = [sfnt.readUInt32BE(entry + 8), sfnt.readUInt32BE(entry + 12)];
    if (offset + length > sfnt.length) damaged(`the table ${shown(tag)} ends past the end of the file`);
    if (tables.has(tag)) damaged(`it has the table ${shown(tag)} twice`);
    tables.set(tag, sfnt.subarray(offset, offset + length));
  }
  return { flavor, tables };
}

/** Returns a printable form of a tag. The directory of a damaged font can contain any bytes. */
const shown = (tag: string): string => JSON.stringify(tag.trim());

/** Rejects a font without the required tables, and one whose glyphs are pictures or coloured. */
export function checkTables({ tables }: FontTables): void {
  const colored = COLORED.find((tag) => tables.has(tag));
  if (colored) refuse('font_coloured', { table: colored.trim() });
  if (!DRAWN.some((tag) => tables.has(tag))) refuse('font_without_outlines');
  const missing = REQUIRED.filter((tag) => !tables.has(tag));
  if (missing.length > 0) refuse('font_table_missing', { tables: missing });
}

/** Rejects a font if HarfBuzz dropped a required table, which means that it could not read the table. */
export function checkRebuilt(sfnt: Uint8Array): void {
  const { tables } = readTables(Buffer.from(sfnt.buffer, sfnt.byteOffset, sfnt.length));
  const missing = REQUIRED.filter((tag) => !tables.has(tag));
  if (missing.length > 0 || !['glyf', 'CFF '].some((tag) => tables.has(tag)))
    damaged(`the table ${missing[0] ?? 'of outlines'} cannot be read`);
}

/** Range of units per em that OpenType allows (head). HarfBuzz would silently use another number. */
const UNITS = { min: 16, max: 16_384 };

export function checkUnits(font: FontTables): void {
  const units = tableOf(font, 'head', 54).readUInt16BE(18);
  if (units < UNITS.min || units > UNITS.max) damaged(`it has ${units} units per em, not ${UNITS.min} to ${UNITS.max}`);
}

/** Returns an sfnt with only the tables that are kept. */
export function keepTables({ flavor, tables }: FontTables): Uint8Array {
  const kept = [...tables].filter(([tag]) => KEPT.has(tag)).sort(([a], [b]) => (a < b ? -1 : 1));
  return assembleSfnt(
    flavor,
    kept.map(([tag, data]) => ({ tag: Buffer.from(tag, 'latin1'), sum: 0, data })),
  );
}

/** Returns a required table. Rejects it if it is shorter than its fixed part. */
export function tableOf({ tables }: FontTables, tag: string, length: number): Buffer {
  const table = tables.get(tag);
  if (!table || table.length < length) return damaged(`the table ${tag.trim()} is too short`);
  return table;
}
