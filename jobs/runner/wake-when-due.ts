import type { EventEmitter } from 'node:events';
import type { WorkerPool } from 'graphile-worker';

/** Polling interval in ms without notifications. Notifications can be lost, and some jobs are scheduled for later. */
const LOOK_MS = 2_000;
/** Minimum interval in ms between polls after notifications. */
const APART_MS = 250;
/** Tolerance in ms. PostgreSQL decides whether a job is due, and its clock can be this far behind the process's. */
const LATE_MS = 3;

interface Options {
  /** Returns the milliseconds until the next job is due. Negative if it could run now; null without waiting jobs. */
  next(): Promise<number | null>;
  /** True if scheduled jobs must run on time, so that every notification is followed. */
  isPunctual: boolean;
  /** Maximum jobs that can become due together. */
  slots: number;
}

/**
 * Wakes a pool's workers when a job is due, and emits `due` before that. Otherwise each worker would have to poll, which keeps an idle
 * process with dozens of workers busy.
 */
export function wakeWhenDue({ next, isPunctual, slots }: Options, events: EventEmitter): void {
  let pool: WorkerPool | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  let isStopped = false;
  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void look(), milliseconds).unref();
  };
  const look = async () => {
    lookedAt = performance.now();
    // Without the database no job is due. The workers report the error when they fetch.
    const wait = (await next().catch(() => null)) ?? LOOK_MS;
    if (isStopped) return;
    if (wait > 0) return schedule(Math.min(Math.ceil(wait) + LATE_MS, LOOK_MS));
    events.emit('due');
    pool?.nudge(slots);
    schedule(APART_MS);
  };
  events.once('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
    pool = workerPool;
    schedule(LOOK_MS);
  });
  // The notification itself has woken the workers. A job scheduled for later needs the timer.
  if (isPunctual)
    events.on('pool:listen:notification', () => schedule(Math.max(0, APART_MS - (performance.now() - lookedAt))));
  events.once('pool:gracefulShutdown', () => {
    isStopped = true;
    clearTimeout(timer);
  });
}
