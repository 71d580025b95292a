import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../domain/shared/entries.ts';

/** Interval between two statements for one key, in ms. Processes do not see each other's calls within it. */
const INTERVAL_MS = 100;
const MAX_KEYS = 10_000;

/** State of a key in its window. */
interface Counted {
  consumedPoints: number;
  msBeforeNext: number;
}

interface Count {
  /** Calls in the database as of its last answer. */
  known: number;
  /** Later calls, which are not yet sent or not yet confirmed. */
  unsent: number;
  unanswered: number;
  /** End of the window, by `performance.now()`. */
  endsAt: number;
  isSending: boolean;
}

interface Entry {
  opened: Promise<Count>;
  /** Result of `opened`, once resolved. */
  count?: Count;
}

/**
 * Counts calls in memory immediately, and writes them to the database together after a short interval, so that calls do not wait for a
 * statement each. A process counts its own calls exactly, and sees those of other processes up to 100 ms late. `consume` with 0 calls reads
 * the current state.
 */
export function countLater(consume: (key: string, calls: number) => Promise<Counted>) {
  const counts = new LRUCache<string, Entry>(atMost(MAX_KEYS));

  const open = (key: string): Entry => {
    const opened = consume(key, 0).then((counted) => {
      entry.count = learn({ ...EMPTY }, counted);
      return entry.count;
    });
    const entry: Entry = { opened };
    return entry;
  };

  const send = async (key: string, count: Count): Promise<void> => {
    count.isSending = true;
    await sleep(INTERVAL_MS, undefined, { ref: false });
    count.unanswered = count.unsent;
    count.unsent = 0;
    try {
      learn(count, await consume(key, count.unanswered));
    } catch {
      // Counted only by this process until the next answer.
      count.known += count.unanswered;
    }
    count.unanswered = 0;
    count.isSending = false;
  };

  return async (key: string, quota: number): Promise<{ used: number; msBeforeNext: number }> => {
    let entry = counts.get(key);
    if (!entry || (entry.count && entry.count.endsAt <= performance.now())) {
      entry = open(key);
      counts.set(key, entry);
      entry.opened.catch(() => counts.delete(key));
    }
    const count = await entry.opened;
    const before = count.known + count.unanswered + count.unsent;
    // A refused call is not counted: it costs nothing, and the window does not grow.
    if (before < quota) {
      count.unsent += 1;
      if (!count.isSending) void send(key, count);
    }
    return { used: before + 1, msBeforeNext: count.endsAt - performance.now() };
  };
}

const EMPTY = { known: 0, unsent: 0, unanswered: 0, endsAt: 0, isSending: false };

function learn(count: Count, { consumedPoints, msBeforeNext }: Counted): Count {
  count.known = consumedPoints;
  count.endsAt = performance.now() + msBeforeNext;
  return count;
}
