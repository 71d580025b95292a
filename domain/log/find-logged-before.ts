import { inclusionRoot, LogError, NoteError, proveInclusion } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import { leafOf, type SaltedStatement } from './encode-statement.ts';
import { newestHead } from './store-head.ts';
import { storedLog } from './store-tiles.ts';

/** A statement with its position in the log according to its row. */
interface LoggedSeal extends SaltedStatement {
  logIndex: number | null;
  loggedAt: Date | null;
}

/**
 * Returns true if the log proves that a statement was appended before a time. Its leaf, which includes the time of appending, must be under
 * the newest head. Of the stored data, only that head is trusted, because the log's own key has signed it.
 */
export async function wasLoggedBefore(services: Services, seal: LoggedSeal, time: Date): Promise<boolean> {
  const { logIndex: index, loggedAt } = seal;
  if (index === null || !loggedAt || loggedAt >= time) return false;
  const leaf = leafOf(seal, loggedAt);
  if (!leaf) return false;
  const em = services.em();
  try {
    const head = await newestHead(em, services.logSigner);
    if (!head || index >= head.size) return false;
    const hashes = await proveInclusion(storedLog(em, head.size), index);
    return inclusionRoot(leaf, { index, size: head.size, hashes })?.equals(head.root) ?? false;
  } catch (error) {
    // A head signed by another key and a missing tile prove nothing.
    if (error instanceof NoteError || error instanceof LogError) return false;
    throw error;
  }
}
