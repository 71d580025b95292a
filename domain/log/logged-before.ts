import { inclusionRoot, LogError, NoteError, proveInclusion } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import { newestHead } from './heads.ts';
import { leafOf, type SaltedStatement } from './statements.ts';
import { storedLog } from './stored.ts';

/** A statement with the place that its row says it has in the log. */
interface LoggedSeal extends SaltedStatement {
  logIndex: number | null;
  loggedAt: Date | null;
}

/**
 * Whether the log proves that a statement was appended before a time: its leaf, which has the time of appending, is under the
 * newest head. Of what is stored, nothing is trusted but that head, which the log's own key has signed.
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
    // A head that another key has signed, and a tile that is missing, prove nothing.
    if (error instanceof NoteError || error instanceof LogError) return false;
    throw error;
  }
}
