import { withAcquireBudget } from '../../database/acquire-budget.ts';
import type { DomainContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { assertKnown, endOfLog, readEvents } from './list.ts';
import type { Place } from './parse-cursor.ts';
import { type EventHub, type Follower, type SharedEvent, toShared } from './share.ts';
import type { EventType, LaurelEvent } from './types.ts';

/** Interval between checks of a follower's permission, in ms. */
const CHECK_MS = 3000;
const PAGE = 100;

interface Following {
  hub: EventHub;
  /** Place after which it begins, and the input that named it; undefined for new events only. */
  begin: { name: string; place: Place } | undefined;
  types: readonly EventType[] | undefined;
  /** True for a program, which gets events within 100 ms. */
  isPrompt: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Throws a DomainError if the caller has lost permission. Returns false if the caller's permissions have changed. */
  isStillAdmitted(): Promise<boolean>;
}

type Stream = AsyncGenerator<{ cursor: string; event: LaurelEvent }>;

/**
 * Returns a stream of the organisation's events with their cursors, after a place or from this call on, until the client disconnects. It
 * holds at most one page of events, and continues when the client takes them. After an AbortError the client must open the stream again.
 */
export async function followEvents(context: DomainContext, following: Following): Promise<Stream> {
  const { organisationId } = context;
  const { hub, isPrompt, signal } = following;
  const position = await beginAt(context, following.begin);
  // Joined before the stream is read, so that a refusal is the answer of the call, with its headers.
  const follower = hub.join(organisationId, { isPrompt });
  const leave = () => hub.leave(organisationId, follower);
  // A client can disconnect before the stream is read.
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return follow(context, following, { follower, begin: position });
}

async function* follow(
  context: DomainContext,
  { hub, types, signal, isStillAdmitted }: Following,
  { follower, begin }: { follower: Follower; begin: number },
): Stream {
  const wake = () => follower.wake();
  signal.addEventListener('abort', wake, { once: true });
  try {
    let position = begin;
    let checkedAt = performance.now();
    while (!signal.aborted) {
      if (hub.isClosed) throw new DOMException('the process is stopping', 'AbortError');
      if (performance.now() - checkedAt >= CHECK_MS) {
        await assertAdmitted(isStillAdmitted);
        checkedAt = performance.now();
      }
      const { events, next } = await eventsAfter(context, follower, { position, types });
      for (const { cursor, event } of events)
        if (event && (types?.includes(event.type) ?? true)) yield { cursor, event };
      if (next === position) await follower.wait();
      position = next;
    }
  } finally {
    signal.removeEventListener('abort', wake);
    hub.leave(context.organisationId, follower);
  }
}

/** Returns the position after which a stream begins: that of a place in the log, or the last position. */
async function beginAt(context: DomainContext, begin: Following['begin']): Promise<number> {
  const { organisationId } = context;
  if (begin) {
    const { name, place } = begin;
    const { state } = await readEvents(context.em(), { organisationId, after: place, types: undefined, limit: 1 });
    assertKnown(place, state, name);
    return place.position;
  }
  return (await endOfLog(context)).position;
}

/** Ends the stream of a caller who lost permission. Failed checks do not end it, for example while the database is unavailable. */
async function assertAdmitted(isStillAdmitted: () => Promise<boolean>): Promise<void> {
  const isSame = await isStillAdmitted().catch((error: unknown) => {
    if (error instanceof DomainError) throw error;
    return true;
  });
  if (!isSame) throw new DOMException('the caller’s permissions have changed', 'AbortError');
}

/** Returns the events after a position, from the shared ones or from a page of the database, and the position after them. */
async function eventsAfter(
  context: DomainContext,
  follower: Follower,
  { position, types }: { position: number; types: readonly EventType[] | undefined },
): Promise<{ events: readonly SharedEvent[]; next: number }> {
  const recent = follower.recentAfter(position);
  if (recent) return { events: recent, next: recent.at(-1)?.position ?? position };
  const { head, organisationId } = { head: follower.head, organisationId: context.organisationId };
  const read = { organisationId, after: { position, mark: '' }, types, limit: PAGE };
  // Separate budget, because a stream acquires connections more often than a request.
  const { rows } = await withAcquireBudget(() => readEvents(context.em(), read));
  const last = rows.at(-1)?.position ?? position;
  // An incomplete page has all matching events up to the head that was known before it was read.
  const next = rows.length < PAGE ? Math.max(last, head ?? 0) : last;
  return { events: rows.map((row) => toShared(context, row)), next };
}
