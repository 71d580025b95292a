import type { EventEmitter } from 'node:events';

/** Time limit in ms of a first fetch. */
const FIRST_MS = 5_000;

/**
 * Resolves if a runner's first fetch fails. graphile-worker 0.18.0 reads the numbers of the tasks once, and caches a failure, too
 * (`taskIdentifiers.js`). The runner would then never fetch a job. No upstream issue is known; it is reproduced by a first statement on
 * `_private_tasks` that fails. A failed fetch of several jobs emits no event, so a timeout detects it.
 */
export function failsAtFirst(events: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FIRST_MS).unref();
    const onError = () => resolve();
    events.once('worker:getJob:error', onError);
    for (const event of ['worker:getJob:empty', 'job:start', 'localQueue:getJobs:complete'])
      events.once(event, () => {
        clearTimeout(timer);
        events.off('worker:getJob:error', onError);
      });
  });
}
