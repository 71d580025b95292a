import type { EntityManager } from '../../database/orm.ts';
import {
  appendLeaves,
  EMPTY_TREE,
  type LogTree,
  narrowTile,
  rootOf,
  type StoredLog,
  TILE_WIDTH,
  type Tile,
  tilePath,
} from '../../proof/log/index.ts';
import type { StoredBundle } from './read-bundles.ts';
import { storedLog } from './store-tiles.ts';
import type { Findings } from './types.ts';
import type { HeadCheck } from './verify-heads.ts';

/** Computes the log's tree from its entries and compares it with the stored tiles and all known heads. */
export class TreeCheck {
  readonly #log: StoredLog;
  readonly #heads: HeadCheck;
  readonly #findings: Findings;
  #tree: LogTree = EMPTY_TREE;

  constructor(em: EntityManager, size: number, { heads, findings }: { heads: HeadCheck; findings: Findings }) {
    this.#log = storedLog(em, size);
    this.#heads = heads;
    this.#findings = findings;
  }

  get root(): Buffer {
    return rootOf(this.#tree);
  }

  /** Appends the entries of the next bundle. */
  async append({ hashes }: StoredBundle, entries: readonly Uint8Array[]): Promise<void> {
    const first = this.#tree.size;
    for (let done = 0; done < entries.length; ) {
      const next = Math.min((await this.#heads.nextSize()) - first, entries.length);
      // The entries were read from the bundles, so the bundles need no comparison.
      const { tree, tiles } = appendLeaves({ ...this.#tree, entries: Buffer.alloc(0) }, entries.slice(done, next));
      this.#tree = tree;
      for (const tile of tiles) if (tile.width === TILE_WIDTH) await this.#compare(tile, hashes);
      await this.#heads.compare(tree);
      done = next;
    }
  }

  /** Compares the tiles at the right edge after the last entry. */
  async end(): Promise<void> {
    await this.#heads.compare(this.#tree);
    for (const [level, bytes] of this.#tree.edge.entries()) {
      const width = bytes.length / 32;
      const index = Math.floor(this.#tree.size / TILE_WIDTH ** (level + 1));
      if (width > 0) await this.#compare({ level, index, width, bytes: Buffer.from(bytes) }, null);
    }
  }

  async #compare({ level, index, width, bytes }: Tile, hashes: Uint8Array | null): Promise<void> {
    if (level === 'entries') return;
    const stored = level === 0 && hashes ? hashes : await this.#read(level, index, width);
    if (stored && stored.length >= bytes.length && bytes.equals(narrowTile(level, stored, width))) return;
    const path = tilePath({ level, index, width });
    this.#findings.add('tiles', `${path} ${stored ? 'does not match the entries below it' : 'is missing'}`);
  }

  readonly #read = (...tile: Parameters<StoredLog['readTile']>): Promise<Uint8Array | null> =>
    this.#log.readTile(...tile).catch(() => null);
}
