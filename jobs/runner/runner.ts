import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as GraphileLogger, type LogFunctionFactory, run, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { openPool } from '../../database/pool.ts';
import { nextDueIn, QUEUE_SCHEMAS, type Queue } from '../../database/queue.ts';
import type { Services } from '../../domain/context.ts';
import { GROUP_SIZE } from '../../domain/rendering/render.ts';
import { reportOnce } from '../report-once.ts';
import { makeTasks } from '../tasks.ts';
import { EmailTurns } from './email-turns.ts';
import { startHeartbeat } from './heartbeat.ts';
import { prefetchJobs } from './prefetch.ts';
import { shareTenantSlots } from './tenant-slots.ts';
import { wakeWhenDue } from './wake-when-due.ts';

/** Polling interval of a worker in ms, as a safeguard. Notifications announce new jobs, and `wakeWhenDue` finds those that are due. */
const POLL_MS = 60_000;
/** Time in ms that an empty fetch of webhooks holds its turn. */
const FETCH_PAUSE_MS = 100;
/** Time limit in ms of a first fetch. */
const FIRST_MS = 5_000;
/** Connections of all runners together. Each holds one to listen. Laurel's jobs hold none while they run, so a few suffice. */
const POOL_SIZE = 8;
/** Delay in ms before a restart, because a restarting database is back within seconds. */
const RESTART_MS = 1000;
/** Time in ms for the running jobs of a runner that ends unexpectedly. Others can take over the rest. */
const ENDING_MS = 5000;
/** Time limit in ms of a stop. Supervisors usually kill a process after about 15 s. */
const STOP_MS = 12_000;
const CRONTAB = '17 * * * * clean-up';

export interface WorkerOptions {
  /** Direct address of PostgreSQL. Runners listen for new jobs, which a pooler in transaction mode does not allow. */
  databaseUrl: string;
  /** Concurrent jobs per queue. */
  concurrency: Record<Queue, number>;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
}

/** Runs jobs of all queues until stopped. Stopping lets running jobs finish and records their completion. */
export async function startWorkers(services: Services, options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const turns = new EmailTurns(services);
  const tasks = makeTasks(services, { ...services, mailer: turns.mailer });
  const queues = Object.keys(tasks) as Queue[];
  const pool = openPool('queues', options.databaseUrl, {}, { max: POOL_SIZE });
  const runners = await Promise.all(
    queues.map((queue) => startQueue(services, queue, tasks[queue], { ...options, pool, turns })),
  );
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
      // Not awaited, because a job left to other workers can still hold a connection.
      if (!pool.ending) pool.end().catch((error: unknown) => options.log('warn', String(error)));
    },
  };
}

interface RunnerOptions extends WorkerOptions {
  pool: Pool;
  turns: EmailTurns;
}

/** Restarts a runner of the queue that ends. Graphile Worker ends one that could not record how a job ended. */
async function startQueue(services: Services, queue: Queue, taskList: TaskList, options: RunnerOptions) {
  const start = () =>
    startRunner(services, queue, taskList, options).catch((error: unknown) => {
      options.log('warn', `the worker of ${queue} did not start: ${String(error)}`);
      return null;
    });
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  let runner = await start();
  const supervise = async () => {
    for (;;) {
      await Promise.race([runner?.ended, stopped]);
      if (stopping.signal.aborted) return;
      if (runner) options.log('warn', `the worker of ${queue} ended unexpectedly and is restarted`);
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      runner = await start();
      if (stopping.signal.aborted) await runner?.stop();
    }
  };
  const supervised = supervise();
  return {
    stop: async () => {
      stopping.abort();
      await runner?.stop();
      await supervised;
    },
  };
}

/** Starts a runner. `ended` resolves once it has ended, by stop() or unexpectedly, and its heartbeat has stopped. */
async function startRunner(services: Services, queue: Queue, taskList: TaskList, options: RunnerOptions) {
  const { pool, turns, concurrency, log } = options;
  const onError = (error: unknown) => log('warn', `${queue}: ${String(error)}`);
  const events = new EventEmitter();
  let stopHeartbeat = async (): Promise<void> => undefined;
  // Jobs are locked in the name of the pool.
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    stopHeartbeat = startHeartbeat(services, queue, workerPool.id, onError);
  });
  wakeWhenDue(
    {
      next: () => nextDueIn(services.em(), queue, services.now()),
      // Second attempts of webhooks must be on time.
      isPunctual: queue === 'webhooks',
      slots: concurrency[queue],
    },
    events,
  );
  const unusable = failsAtFirst(events);
  const runner = await run({
    pgPool: pool,
    schema: QUEUE_SCHEMAS[queue],
    concurrency: concurrency[queue],
    taskList,
    events,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    ...(queue === 'webhooks' && shareTenantSlots({ slots: concurrency[queue], pauseMs: FETCH_PAUSE_MS }, events)),
    ...(queue === 'mails' && { forbiddenFlags: turns.follow(events) }),
    ...(queue === 'tasks' && { crontab: CRONTAB }),
    logger: new GraphileLogger(logTo(log, reportOnce(onError))),
    // Without a delay, the last job's completion is recorded before stop() resolves.
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: 10_000,
        ...(queue === 'renders' && { localQueue: prefetchJobs(GROUP_SIZE, events) }),
      },
    },
  }).catch(async (error: unknown) => {
    await stopHeartbeat();
    throw error;
  });
  void unusable.then(() => runner.stop()).catch(() => undefined);
  // A runner that ends unexpectedly announces it first, but does not always finish.
  let isAsked = false;
  const abandoned = once(events, 'pool:gracefulShutdown').then(async () => {
    if (isAsked) return runner.promise.catch(onError);
    await sleep(ENDING_MS, undefined, { ref: false });
    runner.kill().catch(() => undefined);
  });
  const ended = Promise.race([runner.promise.catch(onError), abandoned]).then(() => stopHeartbeat());
  return {
    ended,
    stop: async () => {
      isAsked = true;
      // Rejected if the runner is already ending, which is sufficient.
      const stopped = runner.stop().catch(() => undefined);
      const inTime = await Promise.race([
        stopped.then(() => ended).then(() => true),
        sleep(STOP_MS, false, { ref: false }),
      ]);
      if (inTime) return;
      log('warn', `a job of ${queue} does not end: it is left to other workers`);
      await stopHeartbeat();
    },
  };
}

/**
 * Resolves if a runner's first fetch fails. Graphile Worker asks for the tasks' numbers once and caches the answer, or the error; after an
 * error it would never fetch a job. A failed fetch of several jobs emits no event, so a timeout detects it.
 */
function failsAtFirst(events: EventEmitter): Promise<void> {
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

/** Warnings about intended settings. Laurel's jobs hold no connection of the runner while they run, and slots become free in groups. */
const EXPECTED = ['WARNING: having maxPoolSize', 'Your job batch size'];
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;
const FAILED_FETCH = 'Error occurred fetching jobs';
const logTo =
  (log: WorkerOptions['log'], onFailedFetch: (error: unknown) => void): LogFunctionFactory =>
  () =>
  (level, message) => {
    // An unavailable database causes four per second.
    if (message.startsWith(FAILED_FETCH)) return onFailedFetch(message);
    if (!EXPECTED.some((beginning) => message.startsWith(beginning))) log(LEVELS[level], message);
  };
