import { inflateSync } from 'node:zlib';
import unpackWoff2 from 'woff2-encoder/decompress';
import { assembleSfnt } from '../fonts/sfnt.ts';
import { damaged, refuse } from './refuse.ts';
import { isSfnt } from './tables.ts';
import { woff2Sizes } from './woff2-sizes.ts';

/** Maximum bytes of a decompressed font. */
const MAX_FONT_BYTES = 30_000_000;

const WOFF = 'wOFF';
const WOFF2 = 'wOF2';

/**
 * Returns a font file as plain sfnt. TTF and OTF are returned unchanged; WOFF and WOFF2 are decompressed after their declared sizes are
 * checked.
 */
export async function unpackFont(file: Buffer): Promise<Buffer> {
  if (file.length === 0) refuse('not_a_font');
  const signature = file.toString('latin1', 0, 4);
  if (signature === 'ttcf') refuse('font_collection');
  if (signature === WOFF) return unpackWoff(file);
  if (signature === WOFF2) return unpackWoffTwo(file);
  if (file.length < 4 || !isSfnt(file.readUInt32BE(0))) refuse('not_a_font');
  return file;
}

/** Unpacks WOFF 1.0 (W3C, sections 3 and 4): the tables of an sfnt, each stored or compressed with zlib. */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.length < 44) damaged('it is cut off within its header (WOFF)');
  const [flavor, count] = [woff.readUInt32BE(4), woff.readUInt16BE(12)];
  if (!isSfnt(flavor)) refuse('not_a_font');
  if (count === 0 || woff.length < 44 + count * 20) damaged('it is cut off within its table directory (WOFF)');
  const entries = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    if (offset + packed > woff.length) damaged('a table ends past the end of the file (WOFF)');
    if (packed > length) damaged('a table is larger compressed than uncompressed (WOFF)');
    return { tag: woff.subarray(at, at + 4), sum: 0, stored: woff.subarray(offset, offset + packed), length };
  });
  refuseBomb(entries.reduce((sum, { length }) => sum + length, 0));
  const tables = entries.map(({ stored, length, ...table }) => ({ ...table, data: inflate(stored, length) }));
  return Buffer.from(assembleSfnt(flavor, tables));
}

function inflate(stored: Buffer, length: number): Buffer {
  if (stored.length === length) return stored;
  let data: Buffer;
  try {
    data = inflateSync(stored, { maxOutputLength: length });
  } catch {
    return damaged('a table cannot be decompressed, or is larger than declared (WOFF)');
  }
  return data.length === length ? data : damaged('a table is smaller than declared (WOFF)');
}

/** Unpacks WOFF 2.0 with Google's decoder, which allocates the sizes declared in the directory. */
async function unpackWoffTwo(woff2: Buffer): Promise<Buffer> {
  const sizes = woff2Sizes(woff2);
  if (!sizes) return damaged('it is cut off within its table directory (WOFF2)');
  if (sizes.isCollection) refuse('font_collection');
  refuseBomb(Math.max(sizes.declared, sizes.tables, sizes.packedTables));
  const sfnt = await unpackWoff2(woff2).catch((error: unknown) => {
    // The state of the decoder's memory is undefined, so the process must end (server/adapters/rendering/child.ts).
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return damaged('it cannot be decompressed (WOFF2)');
  });
  if (sfnt.length === 0) damaged('it cannot be decompressed (WOFF2)');
  refuseBomb(sfnt.length);
  return Buffer.from(sfnt.buffer, sfnt.byteOffset, sfnt.length);
}

function refuseBomb(bytes: number): void {
  if (bytes > MAX_FONT_BYTES) refuse('font_too_large', { size: bytes, most: MAX_FONT_BYTES });
}
