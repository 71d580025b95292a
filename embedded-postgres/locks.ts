import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lock of this process on a file. It ends with release() or with the process, even after a crash. */
export interface Lock {
  release(): void;
}

// Garbage collection of a handle would release its lock, so handles in use are referenced here.
const held = new Set<DatabaseSync>();
const SQLITE_BUSY = 5;

/**
 * Takes a lock on `file`. Returns undefined if a conflicting lock is held.
 *
 * Node offers the kernel's file locks only through SQLite. Unlike a file with a process id, such a lock can't outlive its holder.
 */
export function tryLock(file: string, mode: 'shared' | 'exclusive'): Lock | undefined {
  const database = openFile(file);
  try {
    // Nothing is written, so a full disk does not matter.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT 1 FROM sqlite_schema');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw cannotLock(file, error);
  }
  held.add(database);
  return {
    release: () => {
      if (held.delete(database)) database.close();
    },
  };
}

/** Takes an exclusive lock, and waits while another process holds it. Calls `onWait` once if it waits. */
export async function waitForLock(file: string, onWait: () => void, signal?: AbortSignal): Promise<Lock> {
  for (let attempt = 0; ; attempt++) {
    const lock = tryLock(file, 'exclusive');
    if (lock) return lock;
    if (attempt === 10) onWait();
    await sleep(50, undefined, { signal });
  }
}

function openFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw cannotLock(file, error);
  }
}

function cannotLock(file: string, cause: unknown): Error {
  return new Error(`Cannot lock ${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
