import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { TILE_WIDTH, tilePath, tilesBetween, tileWidth } from '../../proof/log/index.ts';
import type { LogFiles, LogPlace, Services } from '../context.ts';
import { assertHasHead, CHECKPOINT, copiedHeads, headPath, LostHeadError, readHead } from './copied-heads.ts';
import { newestHead, openHead, type SignedHead } from './heads.ts';
import { mailHead } from './mail-head.ts';
import { storedLog } from './stored.ts';

/** While a process copies, no other does; it is renewed far sooner, so that another takes over only from a dead one. */
const CLAIM_SECONDS = 60;
const RENEWED_AFTER = 50;
/** Heads that are read at once. */
const PAGE = 500;
const RETRY_SECONDS = { files: 10, mail: 60 };
const MAIL_PAUSE_SECONDS = 3600;

/** Makes a row for each place that has none yet. */
export async function addPlaces(services: Services): Promise<void> {
  const values = services.logPlaces.map(({ address: place }) => ({ place, size: -1, dueAt: services.now() }));
  if (values.length === 0) return;
  await database(services.em())
    .insertInto('log_copies')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Brings a place up to the newest head, if it is due and no other process is at it. Gives the head that is there now; null where
 * there was nothing to do. Throws where the place can't be written, to be tried again; LostHeadError where the place has a head
 * that the database's log does not have.
 */
export async function copyLog(services: Services, place: LogPlace, signal: AbortSignal): Promise<SignedHead | null> {
  const copied = await claim(services, place.address);
  if (copied === null) return null;
  const isMail = 'mailTo' in place;
  try {
    const head = await newestHead(services.em(), services.logSigner);
    if (!head || head.size <= copied) return null;
    if (isMail) await mailHead(services, place.mailTo, head);
    else await copyFiles(services, { place, files: place.files, copied, head, signal });
    await settle(services, place.address, { size: head.size, seconds: isMail ? MAIL_PAUSE_SECONDS : 0 });
    return head;
  } catch (error) {
    await settle(services, place.address, { seconds: isMail ? RETRY_SECONDS.mail : RETRY_SECONDS.files });
    throw error;
  }
}

const secondsAhead = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** The size of the place's newest head; null where it is not due. */
async function claim(services: Services, place: string): Promise<number | null> {
  const row = await database(services.em())
    .updateTable('log_copies')
    .set({ dueAt: secondsAhead(CLAIM_SECONDS) })
    .where('place', '=', place)
    .where('dueAt', '<=', sql<Date>`now()`)
    .returning('size')
    .executeTakeFirst();
  return row?.size ?? null;
}

async function settle(services: Services, place: string, { size, seconds }: { size?: number; seconds: number }) {
  await database(services.em())
    .updateTable('log_copies')
    .set({ dueAt: secondsAhead(seconds), ...(size !== undefined && { size }) })
    .where('place', '=', place)
    .execute();
}

interface Copying {
  place: LogPlace;
  files: LogFiles;
  /** Size of the newest head that this database has copied there; -1 for none. */
  copied: number;
  head: SignedHead;
  signal: AbortSignal;
}

/** Tiles first, then heads, and the checkpoint last: whatever head is there, all of its tiles are. */
async function copyFiles(services: Services, copying: Copying): Promise<void> {
  const { place, files, head } = copying;
  const { logSigner: key } = services;
  const em = services.em();
  const { complete, newest } = await copiedHeads(key, files);
  if (newest) await assertHasHead(em, head.size, { key, files, head: newest });
  const from = complete?.size ?? 0;
  const log = storedLog(em, head.size);
  let written = 0;
  const write = async (path: string, content: Uint8Array, lasting: boolean): Promise<boolean> => {
    copying.signal.throwIfAborted();
    if (++written % RENEWED_AFTER === 0) await settle(services, place.address, { seconds: CLAIM_SECONDS });
    return files.create(path, content, { lasting });
  };
  for (const tile of tilesBetween(from, head.size))
    await write(tilePath(tile), await log.readTile(tile.level, tile.index, tile.width), tile.width === TILE_WIDTH);
  for await (const each of headsAfter(em, copying.copied, head)) {
    if (await write(headPath(each.size), Buffer.from(each.checkpoint), true)) continue;
    const other = await readHead(key, files, headPath(each.size));
    if (other && !other.root.equals(openHead(key, each.checkpoint).root))
      throw new LostHeadError(`${place.address} has another head of ${each.size} entries than the database`);
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
