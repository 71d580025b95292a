import type { EventEmitter } from 'node:events';
import type { WorkerPool } from 'graphile-worker';

/** How often the queue is looked at though nothing was announced: a notification may be lost, and some jobs are to run later. */
const LOOK_MS = 2_000;
/** Looks after announcements are so far apart at the least. */
const APART_MS = 250;
/** PostgreSQL decides whether a job may run, and its clock may be this much behind the one of the process. */
const LATE_MS = 3;

interface Options {
  /** Milliseconds until the next job is to run: negative if it could run now, null where none waits. */
  next(): Promise<number | null>;
  /** Whether later jobs are to run to the moment: then each announcement has to be followed. */
  isPunctual: boolean;
  /** Jobs that may be due at a time. */
  places: number;
}

/**
 * Wakes a pool's workers when the time of a job comes. Each of them would have to ask for itself again and again otherwise: with
 * dozens of workers, that is what an idle process is busy with. `due` is emitted before.
 */
export function wakeWhenDue({ next, isPunctual, places }: Options, events: EventEmitter): void {
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
    // Without the database nothing is due; the workers say so when they ask.
    const wait = (await next().catch(() => null)) ?? LOOK_MS;
    if (isStopped) return;
    if (wait > 0) return schedule(Math.min(Math.ceil(wait) + LATE_MS, LOOK_MS));
    events.emit('due');
    pool?.nudge(places);
    schedule(APART_MS);
  };
  events.once('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
    pool = workerPool;
    schedule(LOOK_MS);
  });
  // The workers have been nudged by it; a job that is to run later needs the timer.
  if (isPunctual)
    events.on('pool:listen:notification', () => schedule(Math.max(0, APART_MS - (performance.now() - lookedAt))));
  events.once('pool:gracefulShutdown', () => {
    isStopped = true;
    clearTimeout(timer);
  });
}
