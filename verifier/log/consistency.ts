import { Unchecked } from '../check.ts';
import type { Web } from '../web.ts';
import type { Head } from './note.ts';
import { isConsistent, nodeHash, splitOf } from './tree.ts';

/** Hashes per full tile, and bytes per hash (C2SP tlog-tiles). */
const [WIDTH, HASH] = [256, 32];

/**
 * Returns whether the larger head's log begins with the smaller head's, by a proof made from the log's tiles (RFC 9162, 2.1.4.1). Tiles
 * need no trust, because a proof from wrong tiles fails. Throws Unchecked if they are unavailable.
 */
export async function isExtension(web: Web, logUrl: string, smaller: Head, larger: Head): Promise<boolean> {
  if (smaller.size === 0) return true;
  const tiles = new Tiles(web, logUrl, larger.size);
  return isConsistent(await consistencyProof(tiles, smaller.size, larger.size), smaller, larger);
}

async function consistencyProof(tiles: Tiles, size: number, whole: number): Promise<Uint8Array[]> {
  const hashes: Promise<Uint8Array>[] = [];
  let [from, to] = [0, whole];
  while (to > size) {
    const middle = from + splitOf(to - from);
    hashes.unshift(size <= middle ? tiles.hash(middle, to) : tiles.hash(from, middle));
    [from, to] = size <= middle ? [from, middle] : [middle, to];
  }
  if (from > 0) hashes.unshift(tiles.hash(from, to));
  return Promise.all(hashes);
}

/** Hashes of a log of a given size. Each tile is fetched once. */
class Tiles {
  readonly #web: Web;
  readonly #logUrl: string;
  readonly #size: number;
  readonly #fetched = new Map<string, Promise<Uint8Array>>();

  constructor(web: Web, logUrl: string, size: number) {
    [this.#web, this.#logUrl, this.#size] = [web, logUrl, size];
  }

  /** Returns the root over the leaves from `from` to before `to`. */
  async hash(from: number, to: number): Promise<Uint8Array> {
    const count = to - from;
    const isWhole = count === 1 || count === 2 * splitOf(count);
    if (isWhole && from % count === 0) return this.#subtree(from, count);
    const middle = from + splitOf(count);
    return nodeHash(await this.hash(from, middle), await this.hash(middle, to));
  }

  /** Returns a perfect subtree's root from the hashes of the highest level that contains some of it. */
  async #subtree(from: number, count: number): Promise<Uint8Array> {
    let [level, first, width] = [0, from, count];
    for (; width >= WIDTH; level++) [first, width] = [first / WIDTH, width / WIDTH];
    const tile = await this.#tile(level, Math.floor(first / WIDTH));
    const start = (first % WIDTH) * HASH;
    let row = Array.from({ length: width }, (_, at) => tile.subarray(start + at * HASH, start + (at + 1) * HASH));
    while (row.length > 1) {
      const pairs = Array.from({ length: row.length / 2 }, (_, at) => [row[2 * at], row[2 * at + 1]] as const);
      row = await Promise.all(pairs.map(([left = tile, right = tile]) => nodeHash(left, right)));
    }
    return row[0] ?? new Uint8Array(HASH);
  }

  #tile(level: number, index: number): Promise<Uint8Array> {
    const key = `${level}/${index}`;
    const fetched = this.#fetched.get(key) ?? this.#fetchTile(level, index);
    this.#fetched.set(key, fetched);
    return fetched;
  }

  /** Falls back to the full tile if the partial one is gone. */
  async #fetchTile(level: number, index: number): Promise<Uint8Array> {
    const width = Math.min(WIDTH, Math.floor(this.#size / WIDTH ** level) - index * WIDTH);
    const path = `${this.#logUrl}/tile/${level}/${pathOf(index)}`;
    const partial = width < WIDTH ? await this.#web.get(`${path}.p/${width}`, WIDTH * HASH) : null;
    const tile = partial ?? (await this.#web.get(path, WIDTH * HASH));
    if (!tile || tile.length < width * HASH) throw new Unchecked('unreachable', path);
    return tile;
  }
}

/** Returns an index in groups of three digits, all but the last with an x, for example `x001/234`. */
function pathOf(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}
