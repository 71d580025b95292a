import type { LogTree } from './append-leaves.ts';
import { narrowTile } from './entries.ts';
import { EMPTY_ROOT, HASH_LENGTH, nodeHash, perfectRoot } from './hashes.ts';
import { hashesAt, LogError, type StoredLog, TILE_WIDTH, tilePath } from './tiles.ts';

/** Loads the part of a stored tree that appending needs. Throws LogError if a tile is too short. */
export async function openTree(log: StoredLog): Promise<LogTree> {
  const levels: number[] = [];
  for (let level = 0; hashesAt(level, log.size) > 0; level++) levels.push(level);
  const edge = await Promise.all(
    levels.map((level) => readHashes(log, level, Math.floor(hashesAt(level, log.size) / TILE_WIDTH))),
  );
  const width = log.size % TILE_WIDTH;
  const bundle = width > 0 ? await log.readTile('entries', Math.floor(log.size / TILE_WIDTH), width) : Buffer.alloc(0);
  return { size: log.size, edge, entries: Buffer.from(narrowTile('entries', bundle, width)) };
}

/** Returns the log with a cache, so that each tile is read once. */
export function withCache({ size, readTile }: StoredLog): StoredLog {
  const read = new Map<string, Promise<Uint8Array>>();
  return {
    size,
    readTile: (level, index, width) => {
      const path = tilePath({ level, index, width });
      const tile = read.get(path) ?? readTile(level, index, width);
      read.set(path, tile);
      return tile;
    },
  };
}

/**
 * Returns the root hash of the log's first `size` entries, computed from its tiles. Equals that of its checkpoint of that size. Throws
 * LogError beyond its end.
 */
export async function rootAt(log: StoredLog, size: number): Promise<Buffer> {
  if (!(size >= 0 && size <= log.size)) throw new LogError(`The log has ${log.size} entries, not ${size}`);
  return size === 0 ? EMPTY_ROOT : rangeRoot(withCache(log), 0, size);
}

/** Returns the root hash of the entries from `from` to before `to` (RFC 6962, 2.1: MTH(D[from:to])). */
export async function rangeRoot(log: StoredLog, from: number, to: number): Promise<Buffer> {
  const left = largestPowerBelow(to - from);
  const isPerfect = to - from === 1 || to - from === 2 * left;
  if (isPerfect && from % (to - from) === 0) return subtreeRoot(log, from, to - from);
  const [first, second] = await Promise.all([rangeRoot(log, from, from + left), rangeRoot(log, from + left, to)]);
  return nodeHash(first, second);
}

/** Returns the largest power of two smaller than the count; 1 for a count of 1. */
export function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** Returns the root of a perfect subtree. Its hashes lie within one tile of the level just below it, or of its own level. */
async function subtreeRoot(log: StoredLog, from: number, count: number): Promise<Buffer> {
  let [level, first, width] = [0, from, count];
  for (; width >= TILE_WIDTH; level++) [first, width] = [first / TILE_WIDTH, width / TILE_WIDTH];
  const tile = await readHashes(log, level, Math.floor(first / TILE_WIDTH));
  const start = (first % TILE_WIDTH) * HASH_LENGTH;
  return perfectRoot(tile.subarray(start, start + width * HASH_LENGTH));
}

/** Reads a tile of hashes at its width in this log. Returns no bytes if it would be empty. */
async function readHashes({ size, readTile }: StoredLog, level: number, index: number): Promise<Buffer> {
  const width = Math.min(TILE_WIDTH, hashesAt(level, size) - index * TILE_WIDTH);
  if (width === 0) return Buffer.alloc(0);
  const bytes = Buffer.from(await readTile(level, index, width));
  if (bytes.length < width * HASH_LENGTH)
    throw new LogError(`${tilePath({ level, index, width })} has ${bytes.length} bytes, not ${width * HASH_LENGTH}`);
  return bytes.subarray(0, width * HASH_LENGTH);
}
