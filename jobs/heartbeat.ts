import { sql } from 'kysely';
import { database, QUEUE_SCHEMAS, type Queue } from '../database/queue.ts';
import type { Services } from '../domain/context.ts';

const BEAT_MS = 3_000;
/** A worker that has been silent for this long is dead, or so busy that others had better take its jobs. */
const SILENCE = '15 seconds';

/**
 * Says every few seconds that this worker lives, and releases the jobs of workers that don't: Graphile Worker itself
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
    running = running
      .then(() => beat(services, queue, workerId).then(() => releaseDead(services, queue)))
      .catch(onError);
  };
  round();
  const timer = setInterval(round, BEAT_MS);
  return async () => {
    clearInterval(timer);
    await running;
    await sql`delete from worker_heartbeats where worker_id = ${workerId}`
      .execute(database(services.em()))
      .catch(onError);
  };
}

async function beat(services: Services, queue: Queue, workerId: string): Promise<void> {
  await sql`
    insert into worker_heartbeats (worker_id, queue, beat_at) values (${workerId}, ${queue}, now())
    on conflict (worker_id) do update set beat_at = excluded.beat_at`.execute(database(services.em()));
}

/** Whoever holds a lock and has no fresh heartbeat is dead; a worker beats before it takes its first job. */
async function releaseDead(services: Services, queue: Queue): Promise<void> {
  const schema = sql.id(QUEUE_SCHEMAS[queue]);
  const db = database(services.em());
  const { rows } = await sql<{ worker_id: string }>`
    select distinct locked_by as worker_id from ${schema}._private_jobs jobs
    where locked_by is not null and locked_at < now() - ${SILENCE}::interval
      and not exists (select from worker_heartbeats h where h.worker_id = jobs.locked_by and h.beat_at > now() - ${SILENCE}::interval)`.execute(
    db,
  );
  if (rows.length > 0)
    await sql`select ${schema}.force_unlock_workers(${rows.map((row) => row.worker_id)}::text[])`.execute(db);
  await sql`delete from worker_heartbeats where beat_at < now() - interval '1 hour'`.execute(db);
}
