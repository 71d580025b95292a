import { AsyncLocalStorage } from 'node:async_hooks';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { EntityManager } from './orm.ts';
import { type Bound, database, statement } from './sql.ts';

/**
 * Graphile Worker's schema of each queue. Renders are separate, because a million of them would slow down all other jobs. Those of batches
 * are separate again, so that a single certificate does not wait for their slots. Webhooks are separate, because receivers that hang hold a
 * worker's slots for seconds. Mails are separate, because they wait for the mail server's pace before they are fetched. Mails by
 * organisations' own servers are separate, because those servers can hang.
 */
export const QUEUE_SCHEMAS = {
  renders: 'laurel_renders',
  batch_renders: 'laurel_batch_renders',
  tasks: 'laurel_tasks',
  webhooks: 'laurel_webhooks',
  mails: 'laurel_mails',
  own_mails: 'laurel_own_mails',
} as const;
export type Queue = keyof typeof QUEUE_SCHEMAS;

export interface CertificateKey {
  organisationId: string;
  certificateId: string;
}

/** Payloads of jobs. They contain only ids; the task reads the rest. */
export interface JobPayloads {
  'render-certificate': CertificateKey;
  /** A certificate that takes its turn: of a batch, an import or a sandbox. */
  'render-in-turn': CertificateKey;
  'send-email': { organisationId: string; emailId: string };
  'send-own-email': { organisationId: string; emailId: string };
  /** A mail to a recipient whose next attempt is due. */
  'retry-email': { organisationId: string; emailId: string };
  'deliver-webhook': { organisationId: string; deliveryId: string };
  /** `name` is the name of the file. */
  'delete-logo': { organisationId: string; name: string };
  'delete-asset': { organisationId: string; name: string };
  'delete-import-file': { organisationId: string; name: string };
  'delete-font': { organisationId: string; fontId: string; name: string };
  /** Ids, separated by spaces. */
  'delete-certificate-files': { organisationId: string; certificateIds: string };
  'run-bulk-action': { organisationId: string; actionId: string };
  'schedule-looks': { organisationId: string; templateId: string };
  'send-my-link': { linkId: string };
  /** The deliveries between both ids, which are in the order of time. */
  'send-missed': { organisationId: string; webhookId: string; firstId: string; lastId: string };
  'check-dkim': Record<string, never>;
  'clean-up': Record<string, never>;
  'read-bounces': Record<string, never>;
}
export type JobName = keyof JobPayloads;

const QUEUE_OF: Record<JobName, Queue> = {
  'render-certificate': 'renders',
  'render-in-turn': 'batch_renders',
  'send-email': 'mails',
  'send-own-email': 'own_mails',
  'retry-email': 'tasks',
  'delete-logo': 'tasks',
  'delete-asset': 'tasks',
  'delete-import-file': 'tasks',
  'delete-font': 'tasks',
  'delete-certificate-files': 'tasks',
  'run-bulk-action': 'tasks',
  'schedule-looks': 'tasks',
  'send-my-link': 'tasks',
  'send-missed': 'tasks',
  'check-dkim': 'tasks',
  'clean-up': 'tasks',
  'read-bounces': 'tasks',
  'deliver-webhook': 'webhooks',
};

/** Maximum attempts of a job. With Graphile Worker's delay of exp(attempt) seconds, they span three and a half hours. */
export const MAX_ATTEMPTS = 10;
/** Spare attempts for a task to clean up after a last attempt that crashed. Beyond them Graphile Worker never runs the job again. */
const SPARE_ATTEMPTS = 5;

/** Current trace, as `traceparent` of W3C Trace Context. Jobs that are added continue it. */
export const currentTrace = new AsyncLocalStorage<string | undefined>();

export interface Job<Name extends JobName> {
  payload: JobPayloads[Name];
  /** Lower values run first; default 0. */
  priority?: number;
  runAt?: Date;
  /** A waiting job with the same key is replaced. */
  key?: string;
  /** Owners of the job, alphabetically from the widest to the narrowest. They share a worker's slots (jobs/runner/tenant-slots.ts). */
  flags?: string[];
  /** Trace to continue, by default the current one. */
  trace?: string | undefined;
}

/** Adds jobs in the caller's transaction, so that they exist only if it commits. */
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
  batch_renders: addTo('batch_renders'),
  tasks: addTo('tasks'),
  webhooks: addTo('webhooks'),
  mails: addTo('mails'),
  own_mails: addTo('own_mails'),
};

/** Returns an expression that adds the jobs in a text from `jobSpecs`, for prebuilt statements. */
export const addedSpecs = (name: JobName, specs: RawBuilder<string>): RawBuilder<number> =>
  addedTo(QUEUE_OF[name], specs);

/** Returns jobs in Graphile Worker's JSON format. */
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

/** Returns Graphile Worker's table of a queue's jobs. Any of its releases can change the table, so only this file names it. */
const jobsTable = (queue: Queue) => sql.id(QUEUE_SCHEMAS[queue], '_private_jobs');

/** Returns the run time of the first waiting job of a priority; null without one. Reads one row of an index, however long the queue is. */
export async function nextRunAt(em: EntityManager, queue: Queue, priority: number): Promise<Date | null> {
  const { rows } = await sql<{ runAt: Date }>`
    select run_at from ${jobsTable(queue)}
    where is_available = true and priority = ${priority} order by priority, run_at limit 1`.execute(database(em));
  return rows[0]?.runAt ?? null;
}

/** Returns the condition that no waiting or failed job of the name has `id` as this member of its payload. */
export const hasNoJob = <Name extends JobName>(
  name: Name,
  member: keyof JobPayloads[Name] & string,
  id: Expression<string>,
): RawBuilder<boolean> => sql<boolean>`
  not exists (select from ${jobsTable(QUEUE_OF[name])} j where j.payload->>${sql.lit(member)} = ${id}::text)`;

/** Makes waiting jobs due whose payload has one of these ids as the member. */
export async function runJobsNow<Name extends JobName>(
  em: EntityManager,
  name: Name,
  member: keyof JobPayloads[Name] & string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update ${jobsTable(QUEUE_OF[name])} set run_at = now(), updated_at = now()
    where is_available = true and run_at > now() and payload->>${sql.lit(member)} = any(${ids}::text[])`.execute(
    database(em),
  );
}

/** Longest delay of a job: longer than any retry of Graphile Worker (exp(10) seconds, about 6 hours) and of a webhook (16 hours). */
const LONGEST_WAIT = sql`interval '17 hours'`;
/** Latest plausible time. Later times come from a clock that was set back. */
const AHEAD = sql`now() + interval '10 seconds'`;

/**
 * Corrects future times after a clock was set back. Jobs keep their delay, counted from now. Locks and heartbeats start now, and expire
 * normally if their worker is dead. Returns the number of jobs.
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

/** Records a worker's heartbeat. Uses PostgreSQL's clock, like Graphile Worker's locks, so that no other clock can release them. */
export async function recordHeartbeat(em: EntityManager, queue: Queue, workerId: string): Promise<void> {
  await database(em)
    .insertInto('worker_heartbeats')
    .values({ workerId, queue, beatAt: sql`now()` })
    .onConflict((conflict) => conflict.column('workerId').doUpdateSet({ beatAt: sql`now()` }))
    .execute();
}

/** Releases the jobs of workers without a heartbeat in the last `silence` seconds. */
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

/** Maximum job count, because counting a million jobs would take 1 s. */
const COUNTED = 100_000;

/**
 * Returns how many jobs of a queue could run now, at most 100,000, and the age of the next of them in seconds. Both are 0 without waiting
 * jobs.
 */
export async function queueState(em: EntityManager, queue: Queue): Promise<{ depth: number; age: number }> {
  const waiting = sql`from ${jobsTable(queue)} where is_available = true and run_at <= now()`;
  const { rows } = await sql<{ depth: number; age: number }>`
    select (select count(*) from (select ${waiting} limit ${sql.lit(COUNTED)}) as first) as depth,
      coalesce((select extract(epoch from now() - greatest(created_at, run_at))::float8 ${waiting}
        order by priority, run_at limit 1), 0) as age`.execute(database(em));
  return rows[0] ?? { depth: 0, age: 0 };
}

/**
 * Returns the milliseconds until the next job of a queue is due. Negative if it could run at `now`; null without waiting jobs. Reads a few
 * rows of an index.
 */
export async function nextDueIn(em: EntityManager, queue: Queue, now: Date): Promise<number | null> {
  const waiting = sql`from ${jobsTable(queue)} where is_available = true`;
  const time = sql`${now}::timestamptz`;
  const { rows } = await sql<{ wait: number | null }>`
    select extract(epoch from coalesce(
      (select run_at ${waiting} and run_at <= ${time} limit 1),
      (select min(run_at) ${waiting} and run_at > ${time})) - ${time})::float8 * 1000 as wait`.execute(database(em));
  return rows[0]?.wait ?? null;
}

/** Runs the waiting retries of an organisation earlier by this time in ms. Reads all jobs of webhooks and own mails that are due later. */
export async function hastenJobs(em: EntityManager, organisationId: string, ms: number): Promise<void> {
  for (const queue of ['webhooks', 'own_mails'] as const)
    await sql`update ${jobsTable(queue)} set run_at = greatest(now(), run_at - ${ms} * interval '1 ms')
      where is_available = true and priority = 0 and run_at > now() and payload->>'organisationId' = ${organisationId}`.execute(
      database(em),
    );
}
