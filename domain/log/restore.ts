import type { EntityManager } from '../../database/orm.ts';
import {
  appendLeaves,
  EMPTY_TREE,
  openTree,
  parseLeaf,
  rootOf,
  splitBundle,
  TILE_WIDTH,
  tilePath,
  tileWidth,
} from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import { CommandError } from '../errors.ts';
import type { LogFiles } from '../ports/log-destinations.ts';
import { iso } from '../shared/schemas.ts';
import { waitingLeaves } from './find-waiting-leaves.ts';
import { lockLog } from './lock.ts';
import { assertHasHead, copiedHeads, LostHeadError } from './read-copied-heads.ts';
import { recordIndexes } from './record-indexes.ts';
import { recordRange } from './record-restored-range.ts';
import { newestHead, type SignedHead, storeHead } from './store-head.ts';
import { storedLog, storeTiles } from './store-tiles.ts';

export interface RestoredLog {
  /** The log's size before and after. */
  from: number;
  to: number;
  /** Statements in the database that the copy already had as leaves. */
  found: number;
}

/**
 * Restores the entries that the database's log has lost from a copy, so that the log continues from the copy's newest head. Runs in one
 * transaction. Throws CommandError and changes nothing if the copy is incomplete, is not signed by the log's key, or does not continue the
 * database's log.
 */
export async function restoreLog(services: Services, files: LogFiles): Promise<RestoredLog> {
  const { logSigner: key } = services;
  const head = await newestCopied(services, files);
  return services.em().transactional(async (em) => {
    await lockLog(em, { wait: true });
    const ours = await newestHead(em, key);
    const from = ours?.size ?? 0;
    if (head.size <= from) {
      await assertHasHead(em, from, { key, files, head }).catch((error: Error) => refuse(error.message));
      return { from, to: from, found: 0 };
    }
    const { unnumbered, time } = await takeEntries(em, { files, head, from, root: ours?.root ?? null });
    await storeHead(em, head, time);
    const restoredAt = iso(services.now());
    await recordRange(em, services, { from, to: head.size, restoredAt });
    return { from, to: head.size, found: unnumbered };
  });
}

function refuse(reason: string): never {
  throw new CommandError(`--from: ${reason}`);
}

async function newestCopied({ logSigner: key }: Services, files: LogFiles): Promise<SignedHead> {
  const copied = await copiedHeads(key, files).catch((error: NodeJS.ErrnoException) =>
    refuse(error instanceof LostHeadError ? error.message : `it can't be read (${error.code ?? error.message})`),
  );
  return copied.newest ?? refuse('it has no head');
}

interface Source {
  files: LogFiles;
  head: SignedHead;
  /** Size and root of the database's log. */
  from: number;
  root: Buffer | null;
}

/** Appends the copy's missing entries. They must give the root of the copy's signed head. */
async function takeEntries(em: EntityManager, { files, head, from, root }: Source) {
  let tree = from > 0 ? await openTree(storedLog(em, from)) : EMPTY_TREE;
  if (root && !rootOf(tree).equals(root)) refuse('the tiles in the database do not match its newest head');
  const unnumbered = await waitingLeaves(em);
  const found: Parameters<typeof recordIndexes>[1][number][] = [];
  let time = new Date(0);
  while (tree.size < head.size) {
    const entries = await readEntries(files, tree.size, head.size);
    for (const [at, entry] of entries.entries()) {
      const leaf = parseLeaf(entry) ?? refuse(`entry ${tree.size + at} is not a leaf`);
      time = leaf.time;
      const row = unnumbered.get(leaf.statement);
      if (row) found.push({ ...row, logIndex: tree.size + at, loggedAt: iso(leaf.time) });
    }
    const appended = appendLeaves(tree, entries);
    await storeTiles(em, appended.tiles);
    tree = appended.tree;
  }
  if (!rootOf(tree).equals(head.root))
    refuse(
      `its entries, after the ${from} of the database's log, do not give the root of its head of ${head.size} entries`,
    );
  await recordIndexes(em, found);
  return { unnumbered: found.length, time };
}

/** Returns the entries of a copy from an index to the end of its bundle. */
async function readEntries(files: LogFiles, first: number, size: number): Promise<Buffer[]> {
  const index = Math.floor(first / TILE_WIDTH);
  const width = tileWidth({ level: 'entries', index }, size);
  const path = tilePath({ level: 'entries', index, width });
  const bundle = (await files.get(path)) ?? refuse(`${path} is missing`);
  try {
    return splitBundle(bundle, width).slice(first % TILE_WIDTH);
  } catch {
    return refuse(`${path} is truncated`);
  }
}
