import type { EventEmitter } from 'node:events';
import type { WorkerEventMap } from 'graphile-worker';

/** Time in ms that a fetched job waits for a slot. It then returns to the queue for other processes. */
const HELD_MS = 500;

/**
 * Returns the `localQueue` of a runner that fetches `count` jobs with one statement and holds those without a free slot
 * (docs/decisions/0018-renderings-in-groups.md). When the runner stops, held jobs return to the queue immediately, with all their attempts.
 */
export function prefetchJobs(count: number, events: EventEmitter): { size: number; ttl: number } {
  events.once('localQueue:init', ({ localQueue }: WorkerEventMap['localQueue:init']) => {
    // Graphile Worker 0.18 fails to stop while it returns jobs, unless a background task is in progress when it starts to.
    const { promise, resolve } = Promise.withResolvers<void>();
    events.on('localQueue:setMode', ({ newMode }: WorkerEventMap['localQueue:setMode']) => {
      if (newMode === 'RELEASED') resolve();
    });
    // biome-ignore lint/complexity/useLiteralKeys: private, and so checked by TypeScript in this form alone
    localQueue['background'](promise);
  });
  return { size: count, ttl: HELD_MS };
}
