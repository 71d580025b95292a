import type { FileKey } from '../../../domain/ports/storage.ts';
import { sha256 } from '../../../domain/shared/crypto.ts';
import type { Storage } from './storage.ts';

export interface Moved {
  /** Files that moved from the source to the target. */
  moved: number;
  bytes: number;
  /** Files with different content in the target. They stay in both. */
  different: string[];
}

/** Number of concurrent files. A move spends most of its time waiting. */
const AT_ONCE = 8;
const PROGRESS = 1_000;

/**
 * Moves every file from one storage to another, even while both are in use (withFallback). A file is deleted from the source once the
 * target has it with the same SHA-256. An interrupted move can therefore continue.
 */
export async function moveFiles(
  { from, to }: { from: Storage; to: Storage },
  onProgress: (moved: Moved) => void,
): Promise<Moved> {
  const moved: Moved = { moved: 0, bytes: 0, different: [] };
  const keys = from.keys()[Symbol.asyncIterator]();
  const work = async () => {
    try {
      for (let step = await keys.next(); !step.done; step = await keys.next()) {
        const before = moved.moved;
        await moveFile({ from, to }, step.value, moved);
        if (moved.moved > before && moved.moved % PROGRESS === 0) onProgress(moved);
      }
    } finally {
      // After a failure the other workers finish their current file.
      await keys.return?.();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return moved;
}

async function moveFile({ from, to }: { from: Storage; to: Storage }, key: FileKey, moved: Moved): Promise<void> {
  const content = await from.get(key);
  // Deleted since it was listed.
  if (!content) return;
  const digest = sha256(content);
  const there = await to.digest(key);
  if (!there) await to.put({ key, content });
  const stored = there ?? (await to.digest(key));
  if (!stored || Buffer.compare(digest, stored) !== 0) {
    moved.different.push(`${key.organisationId}/${key.id}/${key.name}`);
    return;
  }
  // Deletions start at the source. If the file is gone there, its copy must not bring it back.
  if (!(await from.digest(key))) return void (await to.remove(key));
  await from.remove(key);
  moved.moved++;
  moved.bytes += content.length;
}
