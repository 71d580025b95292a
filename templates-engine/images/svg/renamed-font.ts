import { assembleSfnt } from '../../fonts/sfnt.ts';

/** Names of a font that resvg requires: family, style, full name, PostScript name. */
const NAMES = [1, 2, 4, 6];
const HEADER = 6;
const RECORD = 12;

/** Glyph for characters that a font lacks. resvg takes those from other fonts, so it is never drawn. */
const ANY_GLYPH = 1;

/**
 * Returns a font under another family name. By that name, resvg chooses exactly this file. Also, resvg shapes a line in each
 * of its fonts. It drops the line if their numbers of glyphs differ. With `characters`, the font has a glyph for each of them and no
 * ligatures, so that the numbers agree.
 */
export function renamedFont(
  sfnt: Uint8Array,
  family: string,
  characters: ReadonlyMap<number, number> | null,
): Uint8Array {
  const bytes = Buffer.from(sfnt.buffer, sfnt.byteOffset, sfnt.length);
  const entries = Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const replaced: Record<string, Buffer | null> = {
    name: nameTable(family),
    ...(characters && { cmap: characterTable(characters), GSUB: null }),
  };
  const tables = entries.flatMap((entry) => {
    const [sum, offset, length] = [4, 8, 12].map((at) => bytes.readUInt32BE(entry + at)) as [number, number, number];
    const tag = bytes.subarray(entry, entry + 4);
    const own = replaced[tag.toString('latin1')];
    if (own === null) return [];
    return [own ? { tag, sum: 0, data: own } : { tag, sum, data: bytes.subarray(offset, offset + length) }];
  });
  return assembleSfnt(bytes.readUInt32BE(0), tables);
}

/** Returns a table of characters and their glyphs (OpenType, cmap, format 12). */
function characterTable(characters: ReadonlyMap<number, number>): Buffer {
  const sorted = [...characters].sort(([a], [b]) => a - b);
  const table = Buffer.alloc(28 + sorted.length * 12);
  table.writeUInt16BE(1, 2);
  // Windows, full Unicode; the subtable follows.
  for (const [at, field] of [3, 10, 0, 12, 12, 0].entries()) table.writeUInt16BE(field, 4 + at * 2);
  for (const [at, field] of [table.length - 12, 0, sorted.length].entries()) table.writeUInt32BE(field, 16 + at * 4);
  for (const [index, [code, glyph]] of sorted.entries())
    for (const [at, field] of [code, code, glyph || ANY_GLYPH].entries())
      table.writeUInt32BE(field, 28 + index * 12 + at * 4);
  return table;
}

/** Returns a table in which every name is the family's (OpenType, name). */
function nameTable(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const table = Buffer.alloc(HEADER + NAMES.length * RECORD);
  table.writeUInt16BE(NAMES.length, 2);
  table.writeUInt16BE(table.length, 4);
  for (const [index, id] of NAMES.entries()) {
    // Windows, Unicode, English of the United States.
    const fields = [3, 1, 0x409, id, text.length, 0];
    for (const [at, field] of fields.entries()) table.writeUInt16BE(field, HEADER + index * RECORD + at * 2);
  }
  return Buffer.concat([table, text]);
}
