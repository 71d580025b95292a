import type { FileStorage } from '../../../domain/ports/storage.ts';

/**
 * Combines a storage with another one, while files move between them. Files missing from the first are read from the other. Writes go only
 * to the first, and deletions to both.
 */
export function withFallback(first: FileStorage, other: FileStorage): FileStorage {
  return {
    put: first.put,
    get: async (key) => (await first.get(key)) ?? (await other.get(key)),
    digest: async (key) => (await first.digest(key)) ?? (await other.digest(key)),
    // The other first: a move checks after copying whether the file still exists there (move.ts).
    async remove(key) {
      await other.remove(key);
      await first.remove(key);
    },
    async removeOthers(of, kept) {
      await other.removeOthers(of, kept);
      await first.removeOthers(of, kept);
    },
  };
}
