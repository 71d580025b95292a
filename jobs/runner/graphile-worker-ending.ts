import { type EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';

/** Time in ms for the running jobs of a runner that ends unexpectedly. Others can take over the rest. */
const ENDING_MS = 5000;

/**
 * Resolves once a runner has ended, by stop() or unexpectedly. One of graphile-worker 0.18.0 that ends unexpectedly announces it first, but
 * does not always finish (graphile/worker#635), and is then killed.
 */
export function endOf(
  runner: Runner,
  events: EventEmitter,
  { isAsked, onError }: { isAsked(): boolean; onError(error: unknown): void },
): Promise<void> {
  const finished = () => runner.promise.catch(onError);
  const abandoned = once(events, 'pool:gracefulShutdown').then(async () => {
    if (isAsked()) return finished();
    await sleep(ENDING_MS, undefined, { ref: false });
    runner.kill().catch(() => undefined);
  });
  return Promise.race([finished(), abandoned]);
}
