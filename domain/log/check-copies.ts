import type { Head } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import { assertHasHead, copiedHeads, LostHeadError } from './copied-heads.ts';
import { newestHead } from './heads.ts';

export interface CheckedCopies {
  /** The newest head of all that could be read. */
  newest: Head | null;
  /** Places that could not be read, and why. */
  unread: { address: string; reason: string }[];
}

/**
 * Compares the newest head of each copy with the database's log. LostHeadError, which says in one line which head is lost and
 * what to do, where the database does not have it: an earlier state of it was restored, or its log was changed.
 */
export async function checkCopies(services: Services): Promise<CheckedCopies> {
  const { logSigner: key } = services;
  const checked: CheckedCopies = { newest: null, unread: [] };
  for (const place of services.logPlaces) {
    if (!('files' in place)) continue;
    const { address, files } = place;
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

/** In one line, for whoever starts a process. */
const refusal = (address: string, reason: string): LostHeadError =>
  new LostHeadError(
    `LOG_HEADS: ${address}: ${reason}. The log must not fork: restore a newer dump, or run \`log restore --from ${address}\`, ` +
      'which goes on from the newest head there',
  );
