/** The hashes, or entries, of a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

/** Level 0 has the leaves' hashes, each level above has one hash for each full tile below; `entries` has the leaves themselves. */
export type TileLevel = number | 'entries';

/** A file of the log, which never changes: a full tile, or the last one of its level as it was at some size of the log. */
export interface Tile {
  level: TileLevel;
  /** From 0, within the level. */
  index: number;
  /** From 1 to 256. */
  width: number;
  bytes: Buffer;
}

/** Reads a stored tile; the beginning of a wider one of the same level and index will do. Rejects where there is none. */
export type ReadTile = (level: TileLevel, index: number, width: number) => Promise<Uint8Array>;

/** A log of which the tiles are stored. */
export interface StoredLog {
  size: number;
  readTile: ReadTile;
}

/** A log that can't be as it should: the wrong bytes in a tile, an index beyond its end. */
export class LogError extends Error {
  override name = 'LogError';
}

/** A tile's path from the log's prefix, as in `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, index, width }: Pick<Tile, 'level' | 'index' | 'width'>): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** How many hashes a level has in all, in a log of that many entries. */
export const hashesAt = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level);
