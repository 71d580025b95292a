import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { TILE_WIDTH } from '../../proof/log/index.ts';
import { levelNumber } from './store-tiles.ts';

/** Bundles per read, about 4 MB. */
const PAGE = 64;
const ENTRIES = levelNumber('entries');

/** A stored bundle of entries and the tile of their hashes; null if missing. */
export interface StoredBundle {
  index: number;
  /** Number of entries. Includes entries that were added after the log had the requested size. */
  width: number;
  entries: Uint8Array | null;
  hashes: Uint8Array | null;
}

/** Yields the bundles of a log of this size in order. Memory use does not grow with the log. */
export async function* readBundles(em: EntityManager, size: number): AsyncGenerator<StoredBundle> {
  const count = Math.ceil(size / TILE_WIDTH);
  for (let first = 0; first < count; first += PAGE) {
    const rows = await database(em)
      .selectFrom('log_tiles')
      .select(['level', 'index', 'width', 'bytes'])
      .where('level', 'in', [ENTRIES, 0])
      .where('index', '>=', first)
      .where('index', '<', first + PAGE)
      .execute();
    const stored = new Map(rows.map((row) => [`${row.level}/${row.index}`, row]));
    for (let index = first; index < Math.min(first + PAGE, count); index++) {
      const [entries, hashes] = [stored.get(`${ENTRIES}/${index}`), stored.get(`0/${index}`)];
      yield { index, width: entries?.width ?? 0, entries: entries?.bytes ?? null, hashes: hashes?.bytes ?? null };
    }
  }
}
