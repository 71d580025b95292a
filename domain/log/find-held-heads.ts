import { type Head, NoteError } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import { copiedHeads, LostHeadError } from './read-copied-heads.ts';
import { openHead } from './store-head.ts';
import type { Findings } from './types.ts';

/** A head stored outside the database; `source` names the destination. */
export interface HeldHead {
  source: string;
  head: Head;
}

/** A head that the caller has kept: a signed note and its source. */
export interface GivenHead {
  source: string;
  note: string;
}

/** Returns the heads stored outside the database, in the given files and in the destinations of LOG_HEADS. */
export async function heldHeads(services: Services, given: readonly GivenHead[], findings: Findings) {
  const { logSigner: key } = services;
  const held: HeldHead[] = [];
  const unread: { address: string; reason: string }[] = [];
  for (const { source, note } of given) {
    try {
      held.push({ source, head: openHead(key, note) });
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      findings.add('heads', `${source} has no head that this log has signed: ${error.message}`);
    }
  }
  for (const destination of services.logDestinations) {
    if (!('files' in destination)) continue;
    try {
      const { newest } = await copiedHeads(key, destination.files);
      if (newest) held.push({ source: destination.address, head: newest });
    } catch (error) {
      if (error instanceof LostHeadError) findings.add('heads', `${destination.address}: ${error.message}`);
      else unread.push({ address: destination.address, reason: String(error) });
    }
  }
  return { held, unread };
}
