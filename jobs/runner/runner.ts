import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import { openPool } from '../../database/pool.ts';
import type { Queue } from '../../database/queue.ts';
import type { Services } from '../../domain/context.ts';
import { makeTasks } from '../tasks.ts';
import { EmailTurns } from './email-turns.ts';
import { type RunnerOptions, startRunner, type WorkerOptions } from './start-runner.ts';

/** Connections of all runners together. Each holds one to listen. Laurel's jobs hold none while they run, so a few suffice. */
const POOL_SIZE = 9;
/** Delay in ms before a restart, because a restarting database is back within seconds. */
const RESTART_MS = 1000;

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
