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

/** The tile of a path that tilePath gives; null for any other text. */
export function parseTilePath(path: string): Pick<Tile, 'level' | 'index' | 'width'> | null {
  const [, label = '', groups = '', partial] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  const level: TileLevel = label === 'entries' ? label : Number(label);
  const tile = { level, index: Number(groups.replaceAll(/[x/]/g, '')), width: partial ? Number(partial) : TILE_WIDTH };
  return label && Number.isSafeInteger(tile.index) && tilePath(tile) === path && tile.width > 0 ? tile : null;
}

/** How many hashes or entries a log of that size has in a tile: 0 where the tile is not there. */
export function tileWidth({ level, index }: Pick<Tile, 'level' | 'index'>, size: number): number {
  const all = hashesAt(level === 'entries' ? 0 : level, size);
  return Math.max(0, Math.min(TILE_WIDTH, all - index * TILE_WIDTH));
}

/** The tiles, bundles of entries included, that a log of one size has and one of a smaller size had not, or not as wide. */
export function* tilesBetween(from: number, to: number): Generator<Pick<Tile, 'level' | 'index' | 'width'>> {
  for (const level of ['entries', 0, 1, 2, 3, 4, 5, 6] as const) {
    const [had, has] = [from, to].map((size) => hashesAt(level === 'entries' ? 0 : level, size)) as [number, number];
    if (has === had) continue;
    for (let index = Math.floor(had / TILE_WIDTH); index * TILE_WIDTH < has; index++)
      yield { level, index, width: tileWidth({ level, index }, to) };
  }
}

/** How many hashes a level has in all, in a log of that many entries. */
export const hashesAt = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level);
