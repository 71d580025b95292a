import { correctFutureTimes, type Queue, recordHeartbeat, releaseJobsOfDeadWorkers } from '../database/queue.ts';
import { database } from '../database/sql.ts';
import type { Services } from '../domain/context.ts';

const BEAT_MS = 3_000;
/** Beats between two looks for times of another clock: at the start, and once a minute. */
const BEATS_BETWEEN = 20;
/** A worker without a heartbeat for so many seconds is dead, or too busy to get on with its jobs. */
const SILENCE = 15;
/** Time that heartbeats of killed workers are kept for. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Records every few seconds that this worker is alive, and releases the jobs of workers that are not: Graphile Worker itself
 * would leave them locked for four hours. Gives the function that stops it.
 */
export function startHeartbeat(
  services: Services,
  queue: Queue,
  workerId: string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let beats = 0;
  const round = () => {
    const isTime = beats++ % BEATS_BETWEEN === 0;
    running = running
      .then(async () => {
        const corrected = isTime ? await correctFutureTimes(services.em(), queue) : 0;
        if (corrected > 0)
          onError(`${corrected} jobs waited for a time of another clock, and run now: was the clock set back?`);
        await beat(services, queue, workerId);
      })
      .catch(onError);
  };
  round();
  // What processes that were killed have left.
  running = running.then(() => deleteOld(services)).catch(onError);
  const timer = setInterval(round, BEAT_MS);
  return async () => {
    clearInterval(timer);
    await running;
    await database(services.em())
      .deleteFrom('worker_heartbeats')
      .where('workerId', '=', workerId)
      .execute()
      .catch(onError);
  };
}

async function deleteOld(services: Services): Promise<void> {
  const old = new Date(services.now().getTime() - KEPT_MS);
  await database(services.em()).deleteFrom('worker_heartbeats').where('beatAt', '<', old).execute();
}

/** A worker has its heartbeat before it takes its first job, so whoever holds a lock and has none is dead. */
async function beat(services: Services, queue: Queue, workerId: string): Promise<void> {
  await recordHeartbeat(services.em(), queue, workerId);
  await releaseJobsOfDeadWorkers(services.em(), queue, SILENCE);
}
