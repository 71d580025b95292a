import { encodeEntry } from './entries.ts';
import { EMPTY_ROOT, HASH_LENGTH, leafHash, nodeHash, perfectRoot } from './hashes.ts';
import { hashesAt, TILE_WIDTH, type Tile, type TileLevel } from './tiles.ts';

/** Right edge of a log's tree, which is sufficient for appending. A few kilobytes at any size. */
export interface LogTree {
  size: number;
  /** Hashes of each level's last tile; empty if that tile is full. */
  edge: readonly Buffer[];
  /** Last bundle of entries in its stored form; empty if it is full. */
  entries: Buffer;
}

export const EMPTY_TREE: LogTree = { size: 0, edge: [], entries: Buffer.alloc(0) };

/**
 * Appends entries. Returns the new tree, and all tiles that are new or wider than before, including bundles of entries. The tiles must be
 * stored before a checkpoint of the new size is signed. Throws LogError for an entry of more than 65,535 bytes.
 */
export function appendLeaves(tree: LogTree, leaves: readonly Uint8Array[]): { tree: LogTree; tiles: Tile[] } {
  const bundles = splitBundles(tree, leaves);
  const tiles = bundles.tiles;
  const edge = [...tree.edge];
  let hashes = leaves.map(leafHash);
  for (let level = 0; hashes.length > 0; level++) {
    const all = Buffer.concat([edge[level] ?? Buffer.alloc(0), ...hashes]);
    const first = Math.floor(hashesAt(level, tree.size) / TILE_WIDTH);
    hashes = [];
    let at = 0;
    for (; at + TILE_WIDTH * HASH_LENGTH <= all.length; at += TILE_WIDTH * HASH_LENGTH) {
      const bytes = all.subarray(at, at + TILE_WIDTH * HASH_LENGTH);
      tiles.push({ level, index: first + hashes.length, width: TILE_WIDTH, bytes });
      hashes.push(perfectRoot(bytes));
    }
    const rest = Buffer.from(all.subarray(at));
    pushPartial(tiles, { level, index: first + hashes.length, width: rest.length / HASH_LENGTH, bytes: rest });
    edge[level] = rest;
  }
  return { tree: { size: tree.size + leaves.length, edge, entries: bundles.rest }, tiles };
}

/** Returns the root hash of a tree (RFC 6962, 2.1), computed from its perfect subtrees from right to left. */
export function rootOf({ size, edge }: LogTree): Buffer {
  let root: Buffer | null = null;
  for (const hashes of edge) {
    let end = hashes.length;
    for (let length = HASH_LENGTH; end > 0; length *= 2) {
      if ((end / length) % 2 === 0) continue;
      const subtree = perfectRoot(hashes.subarray(end - length, end));
      root = root ? nodeHash(subtree, root) : subtree;
      end -= length;
    }
  }
  return size === 0 || !root ? EMPTY_ROOT : root;
}

/** Returns length-prefixed entries (tlog-tiles, log entries) in bundles of 256. */
function splitBundles(tree: LogTree, leaves: readonly Uint8Array[]): { tiles: Tile[]; rest: Buffer } {
  const tiles: Tile[] = [];
  const level: TileLevel = 'entries';
  let parts: Uint8Array[] = [tree.entries];
  for (const [at, leaf] of leaves.entries()) {
    parts.push(encodeEntry(leaf));
    const size = tree.size + at + 1;
    if (size % TILE_WIDTH > 0) continue;
    tiles.push({ level, index: size / TILE_WIDTH - 1, width: TILE_WIDTH, bytes: Buffer.concat(parts) });
    parts = [];
  }
  const size = tree.size + leaves.length;
  const rest = Buffer.concat(parts);
  if (leaves.length > 0)
    pushPartial(tiles, { level, index: Math.floor(size / TILE_WIDTH), width: size % TILE_WIDTH, bytes: rest });
  return { tiles, rest };
}

/** Adds a tile unless it is empty: empty tiles are not stored. */
function pushPartial(tiles: Tile[], tile: Tile): void {
  if (tile.width > 0) tiles.push(tile);
}
