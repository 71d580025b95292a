import { correctFutureTimes, type Queue, recordHeartbeat, releaseJobsOfDeadWorkers } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../../domain/context.ts';

const BEAT_MS = 3_000;
/** Heartbeats between two corrections of future times: at the start and once a minute. */
const BEATS_BETWEEN = 20;
/** Seconds without a heartbeat after which a worker counts as dead. It may also be too busy to process its jobs. */
const SILENCE = 15;
/** Time in ms that heartbeats of killed workers are kept. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Records this worker's heartbeat every 3 s and releases the jobs of dead workers. Graphile Worker alone would leave them locked for four
 * hours. Returns a function that stops it.
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
          onError(`${corrected} jobs were scheduled by a clock that was ahead, and run now: was the clock set back?`);
        await beat(services, queue, workerId);
      })
      .catch(onError);
  };
  round();
  // Heartbeats of killed processes.
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

/** Records the heartbeat before the first job is fetched. A worker that holds a lock but has no heartbeat is therefore dead. */
async function beat(services: Services, queue: Queue, workerId: string): Promise<void> {
  await recordHeartbeat(services.em(), queue, workerId);
  await releaseJobsOfDeadWorkers(services.em(), queue, SILENCE);
}
