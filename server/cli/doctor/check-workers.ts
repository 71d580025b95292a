import { sql } from 'kysely';
import { QUEUE_SCHEMAS } from '../../../database/queue.ts';
import { database } from '../../../database/sql.ts';
import type { Services } from '../../../domain/context.ts';
import { queueStates } from '../../telemetry/queues.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** Silence after which a worker counts as dead, in s (jobs/runner/heartbeat.ts). */
const SILENCE_S = 15;
/** Age of a waiting job that is reported, in s. */
const LATE_S = 300;

interface Beats {
  queue: string;
  /** Seconds since the last heartbeat of any worker. */
  age: number;
  alive: number;
}

/** Checks that each queue has a living worker, and that no job waits for long. */
export async function checkWorkers(em: Services['em']): Promise<Finding> {
  const { rows } = await sql<Beats>`
    select queue, extract(epoch from now() - max(beat_at))::float8 as age,
      count(*) filter (where beat_at > now() - make_interval(secs => ${SILENCE_S}))::int as alive
    from worker_heartbeats group by queue`.execute(database(em()));
  const states = await queueStates({ em });
  const waiting = states.filter(({ depth }) => depth > 0).map(({ queue, depth, age }) => ({ queue, depth, age }));
  const line = waiting.map(({ queue, depth, age }) => `${queue} ${depth}, the first for ${spoken(age)}`).join('; ');
  const jobs = line === '' ? 'no job waits' : `waiting jobs: ${line}`;
  const dead = Object.keys(QUEUE_SCHEMAS).filter((queue) => !rows.some((row) => row.queue === queue && row.alive > 0));
  if (dead.length === Object.keys(QUEUE_SCHEMAS).length) {
    const last =
      rows.length === 0 ? '' : `, the last one stopped ${spoken(Math.min(...rows.map(({ age }) => age)))} ago`;
    return broken(`no worker runs${last}: start a process with ROLE=worker or ROLE=all (${jobs})`);
  }
  if (dead.length > 0) return broken(`no worker serves ${dead.join(', ')}: restart the workers (${jobs})`);
  const alive = Math.max(...rows.map((row) => row.alive));
  const running = `${alive} worker${alive === 1 ? '' : 's'}`;
  const late = waiting.some(({ age }) => age > LATE_S);
  return late
    ? warning(`${running}; ${jobs}: look for errors in the log, or start more workers`)
    : ok(`${running}; ${jobs}`);
}

const spoken = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;
