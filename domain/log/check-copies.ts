import type { Head } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import { assertHasHead, copiedHeads, LostHeadError } from './read-copied-heads.ts';
import { newestHead } from './store-head.ts';

export interface CheckedCopies {
  /** Newest head of all readable destinations. */
  newest: Head | null;
  /** Unreadable destinations, with the reason. */
  unread: { address: string; reason: string }[];
}

/**
 * Compares the newest head of each copy with the database's log. Throws LostHeadError if the database lacks it, because an earlier state
 * was restored or its log was changed. The message has one line, which names the lost head and the remedy.
 */
export async function checkCopies(services: Services): Promise<CheckedCopies> {
  const { logSigner: key } = services;
  const checked: CheckedCopies = { newest: null, unread: [] };
  for (const destination of services.logDestinations) {
    if (!('files' in destination)) continue;
    const { address, files } = destination;
    try {
      const { newest: head } = await copiedHeads(key, files);
      if (!head) continue;
      const size = (await newestHead(services.em(), key))?.size ?? 0;
      await assertHasHead(services.em(), size, { key, files, head });
      if (head.size >= (checked.newest?.size ?? 0)) checked.newest = head;
    } catch (error) {
      if (error instanceof LostHeadError) throw refusal(address, error.message);
      checked.unread.push({ address, reason: String(error) });
    }
  }
  return checked;
}

/** Returns a one-line error for the person who starts a process. */
const refusal = (address: string, reason: string): LostHeadError =>
  new LostHeadError(
    `LOG_HEADS: ${address}: ${reason}. The log must not fork: restore a newer dump, or run \`log restore --from ${address}\`, ` +
      'which continues from the newest head there',
  );
