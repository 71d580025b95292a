import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as GraphileLogger, run, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { nextDueIn, QUEUE_SCHEMAS, type Queue } from '../../database/queue.ts';
import type { Services } from '../../domain/context.ts';
import { GROUP_SIZE } from '../../domain/rendering/render.ts';
import { reportOnce } from '../report-once.ts';
import type { EmailTurns } from './email-turns.ts';
import { endOf } from './graphile-worker-ending.ts';
import { failsAtFirst } from './graphile-worker-first-fetch.ts';
import { type Log, logTo } from './graphile-worker-log.ts';
import { startHeartbeat } from './heartbeat.ts';
import { prefetchJobs } from './prefetch.ts';
import { shareTenantSlots } from './tenant-slots.ts';
import { wakeWhenDue } from './wake-when-due.ts';

/** Polling interval of a worker in ms, as a safeguard. Notifications announce new jobs, and `wakeWhenDue` finds those that are due. */
const POLL_MS = 60_000;
/** Time in ms that an empty fetch of webhooks or own mails holds its turn. */
const FETCH_PAUSE_MS = 100;
/** Time limit in ms of a stop. Supervisors usually kill a process after about 15 s. */
const STOP_MS = 12_000;
/** Queues whose jobs are fetched in groups. */
const RENDERINGS: readonly Queue[] = ['renders', 'batch_renders'];
const CRONTAB = '17 * * * * clean-up\n47 * * * * check-dkim';
/** Graphile Worker adds the job of each minute once, however many workers there are. */
const BOUNCES_CRONTAB = '* * * * * read-bounces';

export interface WorkerOptions {
  /** Direct address of PostgreSQL. Runners listen for new jobs, which a pooler in transaction mode does not allow. */
  databaseUrl: string;
  /** Concurrent jobs per queue. */
  concurrency: Record<Queue, number>;
  log: Log;
}

export interface RunnerOptions extends WorkerOptions {
  pool: Pool;
  turns: EmailTurns;
}

/** Starts a runner. `ended` resolves once it has ended, by stop() or unexpectedly, and its heartbeat has stopped. */
export async function startRunner(services: Services, queue: Queue, taskList: TaskList, options: RunnerOptions) {
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
  // Organisations choose these servers, and some of them hang.
  const isShared = queue === 'webhooks' || queue === 'own_mails';
  const unusable = failsAtFirst(events);
  const runner = await run({
    pgPool: pool,
    schema: QUEUE_SCHEMAS[queue],
    concurrency: concurrency[queue],
    taskList,
    events,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    ...(isShared && shareTenantSlots({ slots: concurrency[queue], pauseMs: FETCH_PAUSE_MS }, events)),
    ...(queue === 'mails' && { forbiddenFlags: turns.follow(events) }),
    ...(queue === 'tasks' && { crontab: services.bounceMailbox ? `${CRONTAB}\n${BOUNCES_CRONTAB}` : CRONTAB }),
    logger: new GraphileLogger(logTo(log, reportOnce(onError))),
    // Without a delay, the last job's completion is recorded before stop() resolves.
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: 10_000,
        ...(RENDERINGS.includes(queue) && { localQueue: prefetchJobs(GROUP_SIZE, events) }),
      },
    },
  }).catch(async (error: unknown) => {
    await stopHeartbeat();
    throw error;
  });
  void unusable.then(() => runner.stop()).catch(() => undefined);
  let isAsked = false;
  const ended = endOf(runner, events, { isAsked: () => isAsked, onError }).then(() => stopHeartbeat());
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
