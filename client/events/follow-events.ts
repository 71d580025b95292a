import { pause } from '../abort.ts';
import { noResponse } from '../answers.ts';
import { isLaurelError, type LaurelError } from '../errors.ts';
import type { Client, FollowedEvent } from '../operations.ts';
import type { FollowOptions } from './follow-options.ts';
import { type Connection, openStream } from './open-stream.ts';

/** Delay in ms before the first reconnection, and the longest one. Each is twice the previous one. */
const WAITS = { first: 250, most: 30_000 };
/** Refusals that pass. All others need a change of the program or of its key. */
const PASSING = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR', 'NO_RESPONSE', 'UNEXPECTED_RESPONSE'];

/**
 * Follows the organisation's events after a cursor, or from now on, in the order of the log. Reconnects after each break, and continues
 * there: no event is lost or repeated. Rejects with a LaurelError if the server refuses the call, for example a cursor that is not in the
 * log, and with the signal's reason. If the server does not answer at first, it rejects after the client's retries.
 */
export async function* followEvents(
  list: Client['events']['list'],
  connection: Connection,
  { after, types, signal, onDisconnect, onReconnect }: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void, undefined> {
  const filter = types === undefined ? {} : { types };
  // Refuses a wrong cursor, and finds the place from which nothing is missed, before the first event.
  const page = await list.query({ ...filter, after: after ?? 'latest', limit: 1 }, signal ? { signal } : {});
  let cursor = after ?? page.nextCursor;
  for (let failures = 0; ; failures++) {
    let lost = noResponse(connection.url, new Error('the server ended the stream'));
    try {
      for await (const { event, id, data } of openStream(connection, { ...filter, after: cursor }, signal)) {
        if (event !== 'message' && event !== 'ping') continue;
        if (failures > 0) onReconnect?.();
        failures = 0;
        if (event === 'ping' || id === '') continue;
        cursor = id;
        yield { ...JSON.parse(data), cursor } as FollowedEvent;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLaurelError(error, ...PASSING)) throw error;
      lost = error;
    }
    if (failures === 0) onDisconnect?.(lost);
    await pause(waitAfter(lost, failures), signal);
  }
}

/** Returns the delay in ms before a reconnection: longer after each failure, and at least as long as the server asked for. */
const waitAfter = ({ retryAfter = 0 }: LaurelError, failures: number): number =>
  Math.max(retryAfter * 1000, Math.min(WAITS.most, WAITS.first * 2 ** failures) * (1 + Math.random() / 4));
