import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { TILE_WIDTH, tilePath, tilesBetween, tileWidth } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import type { LogFiles } from '../ports/log-destinations.ts';
import { assertHasHead, CHECKPOINT, copiedHeads, headPath, LostHeadError, readHead } from './read-copied-heads.ts';
import { openHead, type SignedHead } from './store-head.ts';
import { storedLog } from './store-tiles.ts';

/** Files written between two renewals of the claim on a destination. */
const RENEWED_AFTER = 50;
/** Heads per read. */
const PAGE = 500;

interface Copying {
  files: LogFiles;
  /** Size of the newest head that this database has copied to the destination; -1 without one. */
  copied: number;
  head: SignedHead;
  signal: AbortSignal;
  /** Renews the claim, so that no other process takes over. */
  renew(): Promise<void>;
}

/**
 * Brings a copy up to a head. Writes tiles first, then heads, and the checkpoint last, so that all tiles of each copied head exist. Throws
 * LostHeadError if the copy has a head that the database's log lacks.
 */
export async function copyFiles(services: Services, copying: Copying): Promise<void> {
  const { files, head } = copying;
  const { logSigner: key } = services;
  const em = services.em();
  const { complete, newest } = await copiedHeads(key, files);
  if (newest) await assertHasHead(em, head.size, { key, files, head: newest });
  const from = complete?.size ?? 0;
  const log = storedLog(em, head.size);
  let written = 0;
  const write = async (path: string, content: Uint8Array, lasting: boolean): Promise<boolean> => {
    copying.signal.throwIfAborted();
    if (++written % RENEWED_AFTER === 0) await copying.renew();
    return files.create(path, content, { lasting });
  };
  for (const tile of tilesBetween(from, head.size))
    await write(tilePath(tile), await log.readTile(tile.level, tile.index, tile.width), tile.width === TILE_WIDTH);
  for await (const each of headsAfter(em, copying.copied, head)) {
    if (await write(headPath(each.size), Buffer.from(each.checkpoint), true)) continue;
    const other = await readHead(key, files, headPath(each.size));
    if (other && !other.root.equals(openHead(key, each.checkpoint).root))
      throw new LostHeadError(`it has a head of ${each.size} entries that differs from the database's`);
  }
  await files.replace(CHECKPOINT, Buffer.from(head.checkpoint));
  await removePartialTiles(files, from, head.size);
}

/** Yields stored heads in order, up to and including the newest; for a new destination, only the newest. */
async function* headsAfter(
  em: EntityManager,
  size: number,
  newest: SignedHead,
): AsyncGenerator<{ size: number; checkpoint: string }> {
  if (size < 0) return void (yield newest);
  for (let after = size; after < newest.size; ) {
    const page = await database(em)
      .selectFrom('log_heads')
      .select(['size', 'checkpoint'])
      .where('size', '>', after)
      .where('size', '<=', newest.size)
      .orderBy('size')
      .limit(PAGE)
      .execute();
    yield* page;
    after = page.at(-1)?.size ?? newest.size;
  }
}

/** Removes the partial tiles of a smaller log, which wider tiles replace. */
async function removePartialTiles(files: LogFiles, from: number, to: number): Promise<void> {
  for (const tile of tilesBetween(from, to)) {
    const width = tileWidth(tile, from);
    if (width > 0 && width < tile.width) await files.remove(tilePath({ ...tile, width }));
  }
}
