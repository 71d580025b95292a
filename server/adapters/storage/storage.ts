import type { FileKey, FileStorage } from '../../../domain/services/storage.ts';

/** A storage as the process sees it: rules know less of it. */
export interface Storage extends FileStorage {
  /** Every file that is stored, in the order of the keys; those that come or go meanwhile are listed or not. */
  keys(): AsyncIterable<FileKey>;
  /** Why it can't be used, what to do, and what the log says beside that; null if it can. */
  check(): Promise<{ reason: string; detail: string } | null>;
}
