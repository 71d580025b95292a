import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** Family to package; the order is the order in which characters look for a font. One row makes a family known. */
const PACKAGES: readonly (readonly [family: string, name: string])[] = [
  ['Inter', 'inter'],
  ['Playfair Display', 'playfair-display'],
  ['Noto Sans', 'noto-sans'],
  ['Noto Sans Arabic', 'noto-sans-arabic'],
  ['Noto Sans Hebrew', 'noto-sans-hebrew'],
];

export const FONT_FAMILIES: readonly string[] = PACKAGES.map(([family]) => family);

/** Where a family lacks a character, these are asked, in this order. */
export const FALLBACK_FAMILIES: readonly string[] = FONT_FAMILIES.filter((family) => family.startsWith('Noto'));

export interface FaceFile {
  path: string;
  weight: number;
  italic: boolean;
}

const require = createRequire(import.meta.url);
const files = new Map<string, FaceFile[]>();

/** The files of a family: one for each script, weight and slant. */
export function faceFiles(family: string): FaceFile[] {
  const known = files.get(family);
  if (known) return known;
  const name = PACKAGES.find(([listed]) => listed === family)?.[1];
  if (!name) return [];
  const directory = join(dirname(require.resolve(`@fontsource/${name}/package.json`)), 'files');
  const found = readdirSync(directory).flatMap((file) => {
    const match = /-(\d00)-(normal|italic)\.woff$/.exec(file);
    return match ? [{ path: join(directory, file), weight: Number(match[1]), italic: match[2] === 'italic' }] : [];
  });
  // Latin first: it is what most texts need.
  found.sort(
    (a, b) => Number(b.path.includes('-latin-')) - Number(a.path.includes('-latin-')) || a.path.length - b.path.length,
  );
  files.set(family, found);
  return found;
}

/** Reads a font file as plain sfnt (OpenType): WOFF 1.0 is the same tables, each compressed (W3C WOFF, section 4). */
export function readSfnt(path: string): Uint8Array {
  const woff = readFileSync(path);
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const stored = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(entry, entry + 4),
      sum: woff.readUInt32BE(entry + 16),
      data: packed < length ? inflateSync(stored) : stored,
    };
  });
  return assemble(woff.readUInt32BE(4), tables);
}

function assemble(flavor: number, tables: { tag: Uint8Array; sum: number; data: Uint8Array }[]): Uint8Array {
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
