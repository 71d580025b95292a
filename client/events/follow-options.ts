import type { LaurelError } from '../errors.ts';

/** Options of `events.follow`. */
export interface FollowOptions {
  /** Cursor of the last known event, or `nextCursor` of a page. Without it, the stream begins with new events. */
  after?: string | undefined;
  /** Comma-separated event types and wildcards, for example `certificate.*`. All types by default. */
  types?: string | undefined;
  /** Ends the stream, which rejects with its reason. */
  signal?: AbortSignal | undefined;
  /** Called when the connection breaks, with the reason. The stream reconnects. */
  onDisconnect?: ((reason: LaurelError) => void) | undefined;
  /** Called when the stream is connected again. */
  onReconnect?: (() => void) | undefined;
}
