import { AsyncLocalStorage } from 'node:async_hooks';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { EntityManager } from './orm.ts';
import { type Bound, database, statement } from './sql.ts';

/**
 * A schema of Graphile Worker for each queue. Renders have their own, as a million of them would slow every other job
 * down; so have webhooks, as receivers that hang hold a worker's slots for seconds; and mails, which wait for the pace of
 * the mail server before they are fetched.
 */
export const QUEUE_SCHEMAS = {
  renders: 'laurel_renders',
  tasks: 'laurel_tasks',
  webhooks: 'laurel_webhooks',
  mails: 'laurel_mails',
} as const;
export type Queue = keyof typeof QUEUE_SCHEMAS;

export interface CertificateKey {
  organisationId: string;
  certificateId: string;
}

/** Payloads contain ids alone; the task reads the rest. */
export interface JobPayloads {
  'render-certificate': CertificateKey;
  'send-email': { organisationId: string; emailId: string };
  'deliver-webhook': { organisationId: string; deliveryId: string };
  /** `name` is the file's. */
  'delete-logo': { organisationId: string; name: string };
  'delete-asset': { organisationId: string; name: string };
  'delete-font': { organisationId: string; fontId: string; name: string };
  'run-bulk-action': { organisationId: string; actionId: string };
  'clean-up': Record<string, never>;
}
export type JobName = keyof JobPayloads;

const QUEUE_OF: Record<JobName, Queue> = {
  'render-certificate': 'renders',
  'send-email': 'mails',
  'delete-logo': 'tasks',
  'delete-asset': 'tasks',
  'delete-font': 'tasks',
  'run-bulk-action': 'tasks',
  'clean-up': 'tasks',
  'deliver-webhook': 'webhooks',
};

/** Attempts before a job is given up: with Graphile Worker's delay of exp(attempt) seconds, three and a half hours from the first to the last. */
export const MAX_ATTEMPTS = 10;
/** More attempts, for a task to clean up after a last one that crashed: past them Graphile Worker never runs the job again. */
const SPARE_ATTEMPTS = 5;

/** The trace that the work at hand is part of, as `traceparent` of W3C Trace Context. Jobs that it adds go on with it. */
export const currentTrace = new AsyncLocalStorage<string | undefined>();

export interface Job<Name extends JobName> {
  payload: JobPayloads[Name];
  /** Lower runs first; default 0. */
  priority?: number;
  runAt?: Date;
  /** A waiting job with the same key is replaced. */
  key?: string;
  /** Whom the job belongs to, alphabetically from the widest to the narrowest: a worker's slots are shared by them (jobs/places.ts). */
  flags?: string[];
  /** The trace that it continues, if not the current one. */
  trace?: string | undefined;
}

/** Adds jobs in the caller's transaction: they exist if and only if it commits. */
export async function enqueue<Name extends JobName>(
  em: EntityManager,
  name: Name,
  jobs: readonly Job<Name>[],
): Promise<void> {
  if (jobs.length > 0) await ADD[QUEUE_OF[name]](em, { specs: jobSpecs(name, jobs) });
}

const addTo = (queue: Queue) =>
  statement((db, { specs }: Bound<{ specs: string }>) => db.selectNoFrom(addedTo(queue, specs).as('count')));
const ADD = {
  renders: addTo('renders'),
  tasks: addTo('tasks'),
  webhooks: addTo('webhooks'),
  mails: addTo('mails'),
};

/** The same as an expression, of the text that `jobSpecs` makes of the jobs: a statement may be built before there are any. */
export const addedSpecs = (name: JobName, specs: RawBuilder<string>): RawBuilder<number> =>
  addedTo(QUEUE_OF[name], specs);

/** Jobs as JSON that Graphile Worker reads. */
export function jobSpecs<Name extends JobName>(name: Name, jobs: readonly Job<Name>[]): string {
  const current = currentTrace.getStore();
  const specs = jobs.map(({ payload, priority = 0, runAt, flags, key, trace: traceparent = current }) => ({
    identifier: name,
    payload: traceparent === undefined ? payload : { ...payload, traceparent },
    priority,
    run_at: runAt ?? null,
    flags: flags ?? null,
    job_key: key ?? null,
    max_attempts: MAX_ATTEMPTS + SPARE_ATTEMPTS,
  }));
  return JSON.stringify(specs);
}

function addedTo(queue: Queue, specs: RawBuilder<string>): RawBuilder<number> {
  const schema = QUEUE_SCHEMAS[queue];
  return sql<number>`(select count(*) from ${sql.id(schema, 'add_jobs')}(array(
    select spec from json_populate_recordset(null::${sql.id(schema, 'job_spec')}, ${specs}::json) as spec)))`;
}

/** Graphile Worker's table of a queue's jobs, which it may change in any release: nothing outside this file names it. */
const jobsTable = (queue: Queue) => sql.id(QUEUE_SCHEMAS[queue], '_private_jobs');

/** When the first waiting job of a priority is to run; null where none waits. Reads one row of an index, however long the queue is. */
export async function nextRunAt(em: EntityManager, queue: Queue, priority: number): Promise<Date | null> {
  const { rows } = await sql<{ runAt: Date }>`
    select run_at from ${jobsTable(queue)}
    where is_available = true and priority = ${priority} order by priority, run_at limit 1`.execute(database(em));
  return rows[0]?.runAt ?? null;
}

/** A condition: no job of the name, waiting or failed, has `id` as this member of its payload. */
export const hasNoJob = <Name extends JobName>(
  name: Name,
  member: keyof JobPayloads[Name] & string,
  id: Expression<string>,
): RawBuilder<boolean> => sql<boolean>`
  not exists (select from ${jobsTable(QUEUE_OF[name])} j where j.payload->>${sql.lit(member)} = ${id}::text)`;

/** Further ahead than any retry of Graphile Worker (exp(10) seconds, six hours). */
const LONGEST_WAIT = sql`interval '7 hours'`;
/** Times that are further ahead are of a clock that was set back since. */
const AHEAD = sql`now() + interval '10 seconds'`;

/**
 * Corrects times that a clock which was set back, or another one, left in the future. Jobs keep their wait, counted from now;
 * locks and heartbeats begin now, and end like others if their worker is dead. Returns the number of jobs.
 */
export async function correctFutureTimes(em: EntityManager, queue: Queue): Promise<number> {
  const db = database(em);
  const jobs = jobsTable(queue);
  await sql`update worker_heartbeats set beat_at = now() where beat_at > ${AHEAD}`.execute(db);
  await sql`update ${jobs} set locked_at = now(), run_at = least(run_at, now()) where locked_at > ${AHEAD}`.execute(db);
  const { numAffectedRows = 0n } = await sql`
    update ${jobs} set updated_at = now(),
      run_at = now() + case when run_at between updated_at and updated_at + ${LONGEST_WAIT} then run_at - updated_at else interval '0' end
    where is_available = true and run_at > now() and (updated_at > ${AHEAD} or run_at > updated_at + ${LONGEST_WAIT})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Records that a worker is alive. By PostgreSQL's own clock, as Graphile Worker's locks are: no other clock may release them. */
export async function recordHeartbeat(em: EntityManager, queue: Queue, workerId: string): Promise<void> {
  await database(em)
    .insertInto('worker_heartbeats')
    .values({ workerId, queue, beatAt: sql`now()` })
    .onConflict((conflict) => conflict.column('workerId').doUpdateSet({ beatAt: sql`now()` }))
    .execute();
}

/** Releases the jobs that are locked by workers without a heartbeat in the last `silence` seconds. */
export async function releaseJobsOfDeadWorkers(em: EntityManager, queue: Queue, silence: number): Promise<void> {
  const db = database(em);
  const since = sql`now() - make_interval(secs => ${silence})`;
  const { rows } = await sql<{ workerId: string }>`
    select distinct locked_by as worker_id from ${jobsTable(queue)} jobs
    where locked_by is not null and locked_at < ${since}
      and not exists (select from worker_heartbeats h where h.worker_id = jobs.locked_by and h.beat_at > ${since})`.execute(
    db,
  );
  if (rows.length === 0) return;
  const workers = rows.map(({ workerId }) => workerId);
  await sql`select ${sql.id(QUEUE_SCHEMAS[queue], 'force_unlock_workers')}(${workers}::text[])`.execute(db);
}

/** Jobs are counted up to this: counting a million would take a second. */
const COUNTED = 100_000;

/** How many jobs of a queue could run now, 100,000 at most, and the seconds since the next of them was added; 0 where none waits. */
export async function queueState(em: EntityManager, queue: Queue): Promise<{ depth: number; age: number }> {
  const waiting = sql`from ${jobsTable(queue)} where is_available = true and run_at <= now()`;
  const { rows } = await sql<{ depth: number; age: number }>`
    select (select count(*) from (select ${waiting} limit ${sql.lit(COUNTED)}) as first) as depth,
      coalesce((select extract(epoch from now() - greatest(created_at, run_at))::float8 ${waiting}
        order by priority, run_at limit 1), 0) as age`.execute(database(em));
  return rows[0] ?? { depth: 0, age: 0 };
}

/** Milliseconds until the next job of a queue is to run: negative if it could run at `now`, null where none waits. Reads a few rows of an index. */
export async function nextDueIn(em: EntityManager, queue: Queue, now: Date): Promise<number | null> {
  const waiting = sql`from ${jobsTable(queue)} where is_available = true`;
  const time = sql`${now}::timestamptz`;
  const { rows } = await sql<{ wait: number | null }>`
    select extract(epoch from coalesce(
      (select run_at ${waiting} and run_at <= ${time} limit 1),
      (select min(run_at) ${waiting} and run_at > ${time})) - ${time})::float8 * 1000 as wait`.execute(database(em));
  return rows[0]?.wait ?? null;
}
