import type { EntityManager } from '../../database/orm.ts';
import { type Head, NoteError, parseLeaf, rootAt, splitBundle, TILE_WIDTH, tilePath } from '../../proof/log/index.ts';
import type { LogFiles } from '../ports/log-destinations.ts';
import { describeHead, type LogKey, openHead, type SignedHead } from './store-head.ts';
import { storedLog } from './store-tiles.ts';

/** Error for a signed head that the database's log lacks or contradicts, because the database is in an earlier state. */
export class LostHeadError extends Error {
  override name = 'LostHeadError';
}

export const CHECKPOINT = 'checkpoint';
const HEADS = 'heads';
const DIGITS = 16;

/** Returns the path of a head's copy, which is never overwritten. Paths sort by the heads' sizes. */
export const headPath = (size: number): string => `${HEADS}/${nameOf(size)}`;

const nameOf = (size: number): string => String(size).padStart(DIGITS, '0');

export interface CopiedHeads {
  /** Newest head whose tiles are all present. */
  complete: SignedHead | null;
  newest: SignedHead | null;
}

/**
 * Returns the newest heads of a copy. Files in `heads/` cannot be removed from a destination that retains files, so the newest head is also
 * looked for there. Throws if the copy has a file that this log has not signed.
 */
export async function copiedHeads(key: LogKey, files: LogFiles): Promise<CopiedHeads> {
  const complete = await readHead(key, files, CHECKPOINT);
  const last = await files.lastName(HEADS, complete ? nameOf(complete.size) : '', /^\d{16}$/);
  if (!last) return { complete, newest: complete };
  const newest = await readHead(key, files, `${HEADS}/${last}`);
  return { complete, newest: newest && newest.size > (complete?.size ?? -1) ? newest : complete };
}

/** Returns the head in a file of a copy; null if the file does not exist. Throws if this log has not signed it. */
export async function readHead(key: LogKey, files: LogFiles, path: string): Promise<SignedHead | null> {
  const content = await files.get(path);
  if (!content) return null;
  try {
    return openHead(key, Buffer.from(content).toString());
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new LostHeadError(`${path} is not a head that ${key.origin} has signed with its key (${error.message})`);
  }
}

/** Returns true if the database's log has a head: at least as many entries, and the same ones up to there. */
async function hasHead(em: EntityManager, size: number, head: Head): Promise<boolean> {
  return size >= head.size && (await rootAt(storedLog(em, size), head.size)).equals(head.root);
}

/** Throws LostHeadError unless the database's log, of that size, has a copy's head. */
export async function assertHasHead(
  em: EntityManager,
  size: number,
  { key, files, head }: { key: LogKey; files: LogFiles; head: Head },
): Promise<void> {
  if (await hasHead(em, size, head)) return;
  const time = (await timeOf(files, head.size).catch(() => null))?.toISOString() ?? 'unknown';
  const now = size < head.size ? `has ${size} entries` : 'has other entries';
  throw new LostHeadError(`it has the head ${describeHead(key, head)}, time ${time}, and the database's log ${now}`);
}

/** Returns the time of the last of `size` entries, from a copy; null for an empty log. */
async function timeOf(files: LogFiles, size: number): Promise<Date | null> {
  if (size === 0) return null;
  const index = Math.floor((size - 1) / TILE_WIDTH);
  const width = size - index * TILE_WIDTH;
  const read = (of: number) => files.get(tilePath({ level: 'entries', index, width: of }));
  const bundle = (await read(width)) ?? (await read(TILE_WIDTH));
  const last = bundle && splitBundle(bundle, width).at(-1);
  return (last && parseLeaf(last)?.time) ?? null;
}
