/** Number of hashes or entries in a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

/** Level 0 holds the leaf hashes. Each level above has one hash per full tile below. `entries` holds the leaves themselves. */
export type TileLevel = number | 'entries';

/** Immutable file of the log: a full tile, or the last tile of its level at some size of the log. */
export interface Tile {
  level: TileLevel;
  /** Index within the level, starting at 0. */
  index: number;
  /** Width from 1 to 256. */
  width: number;
  bytes: Buffer;
}

/** Reads a stored tile, or the beginning of a wider one with the same level and index. Rejects if there is neither. */
export type ReadTile = (level: TileLevel, index: number, width: number) => Promise<Uint8Array>;

/** Log whose tiles are stored. */
export interface StoredLog {
  size: number;
  readTile: ReadTile;
}

/** Thrown for an inconsistent log: wrong bytes in a tile, or an index beyond its end. */
export class LogError extends Error {
  override name = 'LogError';
}

/** Returns a tile's path relative to the log, for example `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, index, width }: Pick<Tile, 'level' | 'index' | 'width'>): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Parses a path from tilePath; null for any other text. */
export function parseTilePath(path: string): Pick<Tile, 'level' | 'index' | 'width'> | null {
  const [, label = '', groups = '', partial] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  const level: TileLevel = label === 'entries' ? label : Number(label);
  const tile = { level, index: Number(groups.replaceAll(/[x/]/g, '')), width: partial ? Number(partial) : TILE_WIDTH };
  return label && Number.isSafeInteger(tile.index) && tilePath(tile) === path && tile.width > 0 ? tile : null;
}

/** Returns the number of hashes or entries in a tile of a log of that size; 0 if the tile does not exist. */
export function tileWidth({ level, index }: Pick<Tile, 'level' | 'index'>, size: number): number {
  const all = hashesAt(level === 'entries' ? 0 : level, size);
  return Math.max(0, Math.min(TILE_WIDTH, all - index * TILE_WIDTH));
}

/** Yields the tiles, including bundles of entries, that are new or wider in a log that grew from one size to another. */
export function* tilesBetween(from: number, to: number): Generator<Pick<Tile, 'level' | 'index' | 'width'>> {
  for (const level of ['entries', 0, 1, 2, 3, 4, 5, 6] as const) {
    const [had, has] = [from, to].map((size) => hashesAt(level === 'entries' ? 0 : level, size)) as [number, number];
    if (has === had) continue;
    for (let index = Math.floor(had / TILE_WIDTH); index * TILE_WIDTH < has; index++)
      yield { level, index, width: tileWidth({ level, index }, to) };
  }
}

/** Returns the number of hashes in a level of a log with that many entries. */
export const hashesAt = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level);
