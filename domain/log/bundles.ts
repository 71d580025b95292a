import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { TILE_WIDTH } from '../../proof/log/index.ts';
import { levelNumber } from './stored.ts';

/** Bundles that are read at once: some 4 MB. */
const PAGE = 64;
const ENTRIES = levelNumber('entries');

/** A bundle of entries as it is stored, and the tile of their hashes; null where it is missing. */
export interface StoredBundle {
  index: number;
  /** Entries that it has; more than there were at the log's size, if some were added since. */
  width: number;
  entries: Uint8Array | null;
  hashes: Uint8Array | null;
}

/** The bundles of a log of that size, in order; memory does not grow with the log. */
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
