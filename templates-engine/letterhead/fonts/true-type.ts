/** Tables of a TrueType program that decide about codes and widths. */
export interface TrueType {
  glyphs: number;
  /** Width of a glyph in thousandths of an em. */
  width(glyph: number): number;
  /** Character maps by platform and encoding, as in "3.1". */
  maps: ReadonlyMap<string, (character: number) => number>;
}

/** Reads a TrueType program; null if it is damaged. A program in a PDF lacks many of the usual tables. */
export function readTrueType(program: Uint8Array): TrueType | null {
  const bytes = Buffer.from(program.buffer, program.byteOffset, program.length);
  try {
    const table = tablesOf(bytes);
    const [head, hhea, maxp, hmtx] = ['head', 'hhea', 'maxp', 'hmtx'].map((tag) => table.get(tag));
    if (!head || !hhea || !maxp || !hmtx || !table.has('glyf') || !table.has('loca')) return null;
    const [units, glyphs, metrics] = [head.readUInt16BE(18), maxp.readUInt16BE(4), hhea.readUInt16BE(34)];
    if (units === 0 || metrics === 0 || hmtx.length < metrics * 4) return null;
    const width = (glyph: number) => (hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4) * 1000) / units;
    return { glyphs, width, maps: readMaps(table.get('cmap')) };
  } catch (error) {
    // A read past the end of a table.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function tablesOf(bytes: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  const count = bytes.readUInt16BE(4);
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const [offset, length] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (offset + length > bytes.length) throw new RangeError('a table ends past the end of the file');
    tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(offset, offset + length));
  }
  return tables;
}

function readMaps(cmap: Buffer | undefined): Map<string, (character: number) => number> {
  const maps = new Map<string, (character: number) => number>();
  if (!cmap) return maps;
  for (let at = 4; at < 4 + cmap.readUInt16BE(2) * 8; at += 8) {
    const map = readMap(cmap.subarray(cmap.readUInt32BE(at + 4)));
    maps.set(`${cmap.readUInt16BE(at)}.${cmap.readUInt16BE(at + 2)}`, map);
  }
  return maps;
}

/** Reads a subtable of the formats that PDF producers write. Another format has no glyphs. */
function readMap(map: Buffer): (character: number) => number {
  const format = map.readUInt16BE(0);
  if (format === 0) return (character) => (character < 256 ? (map[6 + character] ?? 0) : 0);
  if (format === 6) {
    const [first, count] = [map.readUInt16BE(6), map.readUInt16BE(8)];
    return (character) =>
      character >= first && character < first + count ? map.readUInt16BE(10 + (character - first) * 2) : 0;
  }
  return format === 4 ? (character) => bySegments(map, character) : () => 0;
}

/** Looks a character up in a subtable of format 4. */
function bySegments(map: Buffer, character: number): number {
  const size = map.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    if (map.readUInt16BE(14 + at) < character) continue;
    const start = map.readUInt16BE(16 + size + at);
    if (start > character) return 0;
    const [delta, place] = [map.readUInt16BE(16 + size * 2 + at), 16 + size * 3 + at];
    const offset = map.readUInt16BE(place);
    if (offset === 0) return (character + delta) & 0xffff;
    const glyph = map.readUInt16BE(place + offset + (character - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
