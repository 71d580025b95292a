import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/** SVG glyphs, for renderers without COLR. This is the largest table of a colour font and not used here. */
const SKIPPED_TABLES = ['SVG '];

/** Reads a font file as plain sfnt (OpenType). WOFF 1.0 contains the same tables, each compressed (W3C WOFF, section 4). */
export function readSfnt(path: string): Uint8Array {
  const woff = readFileSync(path);
  if (woff.toString('latin1', 0, 4) !== 'wOFF') return woff;
  const count = woff.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, index) => 44 + index * 20).filter(
    (entry) => !SKIPPED_TABLES.includes(woff.toString('latin1', entry, entry + 4)),
  );
  const tables = entries.map((entry) => {
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const stored = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(entry, entry + 4),
      sum: woff.readUInt32BE(entry + 16),
      data: packed < length ? inflateSync(stored) : stored,
    };
  });
  return assembleSfnt(woff.readUInt32BE(4), tables);
}

/** Returns an sfnt with these tables (OpenType, table directory). */
export function assembleSfnt(flavor: number, tables: { tag: Uint8Array; sum: number; data: Uint8Array }[]): Uint8Array {
  const padded = (length: number) => (length + 3) & ~3;
  const start = 12 + tables.length * 16;
  const sfnt = Buffer.alloc(tables.reduce((size, { data }) => size + padded(data.length), start));
  const power = 2 ** Math.floor(Math.log2(tables.length));
  sfnt.writeUInt32BE(flavor, 0);
  sfnt.writeUInt16BE(tables.length, 4);
  sfnt.writeUInt16BE(power * 16, 6);
  sfnt.writeUInt16BE(Math.log2(power), 8);
  sfnt.writeUInt16BE((tables.length - power) * 16, 10);
  let offset = start;
  for (const [index, { tag, sum, data }] of tables.entries()) {
    const entry = 12 + index * 16;
    sfnt.set(tag, entry);
    sfnt.writeUInt32BE(sum, entry + 4);
    sfnt.writeUInt32BE(offset, entry + 8);
    sfnt.writeUInt32BE(data.length, entry + 12);
    sfnt.set(data, offset);
    offset += padded(data.length);
  }
  return sfnt;
}
