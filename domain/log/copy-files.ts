import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { TILE_WIDTH, tilePath, tilesBetween, tileWidth } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import type { LogFiles } from '../services/log-places.ts';
import { assertHasHead, CHECKPOINT, copiedHeads, headPath, LostHeadError, readHead } from './copied-heads.ts';
import { openHead, type SignedHead } from './heads.ts';
import { storedLog } from './stored.ts';

/** Files that are written between two renewals of the claim on a place. */
const RENEWED_AFTER = 50;
/** Heads that are read at once. */
const PAGE = 500;

interface Copying {
  files: LogFiles;
  /** Size of the newest head that this database has copied there; -1 for none. */
  copied: number;
  head: SignedHead;
  signal: AbortSignal;
  /** Keeps other processes from taking over. */
  renew(): Promise<void>;
}

/**
 * Brings a copy up to a head. Tiles first, then heads, and the checkpoint last: whatever head is there, all of its tiles are.
 * LostHeadError where the copy has a head that the database's log does not have.
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
      throw new LostHeadError(`it has another head of ${each.size} entries than the database`);
  }
  await files.replace(CHECKPOINT, Buffer.from(head.checkpoint));
  await removePartialTiles(files, from, head.size);
}

/** Stored heads in order, up to and with the newest; of a place that is new, that one alone. */
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

/** The partial tiles of a smaller log, for which wider ones are there now. */
async function removePartialTiles(files: LogFiles, from: number, to: number): Promise<void> {
  for (const tile of tilesBetween(from, to)) {
    const width = tileWidth(tile, from);
    if (width > 0 && width < tile.width) await files.remove(tilePath({ ...tile, width }));
  }
}
