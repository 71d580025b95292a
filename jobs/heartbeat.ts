import { sql } from 'kysely';
import { type Queue, releaseJobsOfDeadWorkers } from '../database/queue.ts';
import { database } from '../database/sql.ts';
import type { Services } from '../domain/context.ts';

const BEAT_MS = 3_000;
/** A worker without a heartbeat for so many seconds is dead, or too busy to get on with its jobs. */
const SILENCE = 15;

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
  const round = () => {
    running = running.then(() => beat(services, queue, workerId)).catch(onError);
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
  const old = sql<Date>`now() - interval '1 hour'`;
  await database(services.em()).deleteFrom('worker_heartbeats').where('beatAt', '<', old).execute();
}

/** A worker has its heartbeat before it takes its first job, so whoever holds a lock and has none is dead. */
async function beat(services: Services, queue: Queue, workerId: string): Promise<void> {
  const db = database(services.em());
  await db
    .insertInto('worker_heartbeats')
    .values({ workerId, queue, beatAt: sql`now()` })
    .onConflict((conflict) => conflict.column('workerId').doUpdateSet({ beatAt: sql`now()` }))
    .execute();
  await releaseJobsOfDeadWorkers(services.em(), queue, SILENCE);
}
