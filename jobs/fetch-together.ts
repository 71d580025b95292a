import type { EventEmitter } from 'node:events';
import type { WorkerEventMap } from 'graphile-worker';

/** How long a job that was fetched waits for a place: then it goes back, for other processes to take. */
const HELD_MS = 500;

/**
 * The `localQueue` of a runner that fetches so many jobs with one statement, and holds those that no place is free for
 * (docs/decisions/0018-renderings-in-groups.md). What it holds when it is stopped goes back at once, with its attempts.
 */
export function fetchTogether(count: number, events: EventEmitter): { size: number; ttl: number } {
  events.once('localQueue:init', ({ localQueue }: WorkerEventMap['localQueue:init']) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    events.on('localQueue:setMode', ({ newMode }: WorkerEventMap['localQueue:setMode']) => {
      if (newMode === 'RELEASED') resolve();
    });
    // Version 0.18 fails to stop while it gives jobs back, unless something of it is under way as it begins to.
    // biome-ignore lint/complexity/useLiteralKeys: private, and so checked by TypeScript in this form alone
    localQueue['background'](promise);
  });
  return { size: count, ttl: HELD_MS };
}
