import { HASH_LENGTH } from './hashes.ts';
import { LogError, type TileLevel } from './tiles.ts';

const LONGEST_ENTRY = 0xffff;

/** Returns a length-prefixed entry (C2SP tlog-tiles, log entries). Throws LogError for more than 65,535 bytes. */
export function encodeEntry(entry: Uint8Array): Buffer {
  if (entry.length > LONGEST_ENTRY)
    throw new LogError(`A log entry has ${entry.length} bytes, more than ${LONGEST_ENTRY}`);
  const encoded = Buffer.allocUnsafe(2 + entry.length);
  encoded.writeUInt16BE(entry.length);
  encoded.set(entry, 2);
  return encoded;
}

/** Returns the first entries of a bundle. Throws LogError if it has fewer. */
export function splitBundle(bundle: Uint8Array, count: number): Buffer[] {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.length);
  const entries: Buffer[] = [];
  for (let at = 0; entries.length < count; ) {
    const start = at + 2;
    at = start + (start <= bytes.length ? bytes.readUInt16BE(start - 2) : bytes.length);
    if (at > bytes.length) throw new LogError('A bundle of log entries is cut off');
    entries.push(bytes.subarray(start, at));
  }
  return entries;
}

/** Returns the first `width` hashes or entries of a tile, which is its earlier state. Throws LogError if it has fewer. */
export function narrowTile(level: TileLevel, tile: Uint8Array, width: number): Uint8Array {
  if (level === 'entries') {
    const length = splitBundle(tile, width).reduce((sum, entry) => sum + 2 + entry.length, 0);
    return tile.subarray(0, length);
  }
  if (tile.length < width * HASH_LENGTH)
    throw new LogError(`A tile has ${tile.length} bytes, too few for ${width} hashes`);
  return tile.subarray(0, width * HASH_LENGTH);
}
