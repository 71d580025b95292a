import type { FileKey, FileStorage } from '../../../domain/ports/storage.ts';

/** The reason why a storage is unusable with its remedy, and details for the operator. */
interface Obstacle {
  reason: string;
  detail: string;
}

/** A storage with the operations of the process, in addition to those of the domain. */
export interface Storage extends FileStorage {
  /** Lists all stored files in the order of their keys. Files added or deleted during the iteration may or may not be listed. */
  keys(): AsyncIterable<FileKey>;
  /** Returns null if the storage is usable. */
  check(): Promise<Obstacle | null>;
}

/** Returns an obstacle in one line, with the details if they add to the reason. */
export const describeObstacle = ({ reason, detail }: Obstacle): string =>
  detail.includes(reason) ? reason : `${reason} (${detail})`;
