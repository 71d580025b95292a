import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, database, statement } from '../../database/sql.ts';
import { LogError, narrowTile, type StoredLog, type Tile, type TileLevel, tilePath } from '../../proof/log/index.ts';

const ENTRIES_LEVEL = -1;

/** Returns the number of a level in the table. */
export const levelNumber = (level: TileLevel): number => (level === 'entries' ? ENTRIES_LEVEL : level);

const tileAt = statement((db, { level, index }: Bound<{ level: number; index: number }>) =>
  db.selectFrom('log_tiles').select(['width', 'bytes']).where('level', '=', level).where('index', '=', index),
);

/** Returns the log as it was at a size, from the tiles in the database. */
export function storedLog(em: EntityManager, size: number): StoredLog {
  let reading: Promise<unknown> = Promise.resolve();
  const read = async (level: TileLevel, index: number, width: number): Promise<Uint8Array> => {
    const [tile] = await tileAt(em, { level: levelNumber(level), index });
    if (!tile || tile.width < width) throw new LogError(`${tilePath({ level, index, width })} is missing`);
    return narrowTile(level, tile.bytes, width);
  };
  // Sequential, because a transaction's connection runs one statement at a time.
  const readTile: StoredLog['readTile'] = (level, index, width) => {
    const tile = reading.then(() => read(level, index, width));
    reading = tile.catch(() => undefined);
    return tile;
  };
  return { size, readTile };
}

/** Returns the log after an append, with new tiles from memory and the others from the database. */
export function appendedLog(em: EntityManager, size: number, tiles: readonly Tile[]): StoredLog {
  const stored = storedLog(em, size);
  const key = (level: TileLevel, index: number) => `${level}/${index}`;
  const added = new Map(tiles.map((tile) => [key(tile.level, tile.index), tile]));
  return {
    size,
    readTile: async (level, index, width) => {
      const tile = added.get(key(level, index));
      return tile ? narrowTile(level, tile.bytes, width) : stored.readTile(level, index, width);
    },
  };
}

/** Stores tiles and replaces narrower ones. */
export async function storeTiles(em: EntityManager, tiles: readonly Tile[]): Promise<void> {
  if (tiles.length === 0) return;
  const rows = tiles.map(({ level, ...tile }) => ({ ...tile, level: levelNumber(level) }));
  const types = { level: 'smallint', index: 'bigint', width: 'smallint', bytes: 'bytea' };
  await database(em)
    .insertInto('log_tiles')
    .columns(['level', 'index', 'width', 'bytes'])
    .expression((db) => db.selectFrom(jsonRows(rows, types)).select(['level', 'index', 'width', 'bytes']))
    .onConflict((conflict) =>
      conflict
        .columns(['level', 'index'])
        .doUpdateSet(({ ref }) => ({ width: ref('excluded.width'), bytes: ref('excluded.bytes') }))
        .whereRef('log_tiles.width', '<', 'excluded.width' as 'log_tiles.width'),
    )
    .execute();
}
