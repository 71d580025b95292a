import type { FileKey, FileStorage } from '../../../domain/ports/storage.ts';

/** A storage with the operations of the process, in addition to those of the domain. */
export interface Storage extends FileStorage {
  /** Lists all stored files in the order of their keys. Files added or deleted during the iteration may or may not be listed. */
  keys(): AsyncIterable<FileKey>;
  /** Returns the reason why the storage is unusable with its remedy, and details for the log. Null if it is usable. */
  check(): Promise<{ reason: string; detail: string } | null>;
}
