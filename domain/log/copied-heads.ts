import type { EntityManager } from '../../database/orm.ts';
import { type Head, NoteError, parseLeaf, rootAt, splitBundle, TILE_WIDTH, tilePath } from '../../proof/log/index.ts';
import type { LogFiles } from '../services/log-places.ts';
import { describeHead, type LogKey, openHead, type SignedHead } from './heads.ts';
import { storedLog } from './stored.ts';

/** A head was signed that the database's log does not have or contradicts: its state is an earlier one. */
export class LostHeadError extends Error {
  override name = 'LostHeadError';
}

export const CHECKPOINT = 'checkpoint';
const HEADS = 'heads';
const DIGITS = 16;

/** Where the copy of a head is, which is never overwritten; in order of the heads' sizes. */
export const headPath = (size: number): string => `${HEADS}/${nameOf(size)}`;

const nameOf = (size: number): string => String(size).padStart(DIGITS, '0');

export interface CopiedHeads {
  /** The head that all tiles are there for. */
  complete: SignedHead | null;
  newest: SignedHead | null;
}

/**
 * The newest heads of a copy. Nobody can take back one of `heads/` where the place keeps files, so the newest is looked for
 * there too. Error where there is something that this log has not signed.
 */
export async function copiedHeads(key: LogKey, files: LogFiles): Promise<CopiedHeads> {
  const complete = await readHead(key, files, CHECKPOINT);
  const last = await files.lastName(HEADS, complete ? nameOf(complete.size) : '', /^\d{16}$/);
  if (!last) return { complete, newest: complete };
  const newest = await readHead(key, files, `${HEADS}/${last}`);
  return { complete, newest: newest && newest.size > (complete?.size ?? -1) ? newest : complete };
}

/** The head in a file of a copy; null where there is none. Error where another log signed it, or nobody did. */
export async function readHead(key: LogKey, files: LogFiles, path: string): Promise<SignedHead | null> {
  const content = await files.get(path);
  if (!content) return null;
  try {
    return openHead(key, Buffer.from(content).toString());
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new LostHeadError(`${path} there is no head that ${key.origin} has signed with its key (${error.message})`);
  }
}

/** Whether the database's log has a head: as many entries at least, and up to there the same. */
async function hasHead(em: EntityManager, size: number, head: Head): Promise<boolean> {
  return size >= head.size && (await rootAt(storedLog(em, size), head.size)).equals(head.root);
}

/** LostHeadError unless the database's log, of that size, has a copy's head. */
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

/** The time of the last of so many entries, from a copy; null for none. */
async function timeOf(files: LogFiles, size: number): Promise<Date | null> {
  if (size === 0) return null;
  const index = Math.floor((size - 1) / TILE_WIDTH);
  const width = size - index * TILE_WIDTH;
  const read = (of: number) => files.get(tilePath({ level: 'entries', index, width: of }));
  const bundle = (await read(width)) ?? (await read(TILE_WIDTH));
  const last = bundle && splitBundle(bundle, width).at(-1);
  return (last && parseLeaf(last)?.time) ?? null;
}
