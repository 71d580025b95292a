import type { FileStorage } from '../../../domain/services/storage.ts';

/**
 * A storage whose files are still in another one, or already, while they are moved: what the first does not have is read
 * from the other. Nothing is written to the other, and deletions are of both.
 */
export function withFallback(first: FileStorage, other: FileStorage): FileStorage {
  return {
    put: first.put,
    get: async (key) => (await first.get(key)) ?? (await other.get(key)),
    digest: async (key) => (await first.digest(key)) ?? (await other.digest(key)),
    // The other first: whoever copies a file from it looks afterwards whether it is still there (move.ts).
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
