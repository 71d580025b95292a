import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EntityManager } from './orm.ts';

/**
 * Renders have a queue of their own: a million of them must not slow an e-mail down. So have webhooks: receivers that
 * hang occupy their places for seconds.
 */
export const QUEUE_SCHEMAS = { renders: 'laurel_renders', tasks: 'laurel_tasks', webhooks: 'laurel_webhooks' } as const;
export type Queue = keyof typeof QUEUE_SCHEMAS;

interface CertificateKey {
  organisationId: string;
  certificateId: string;
}

/** What each job carries: ids only; the task reads the rest. */
export interface JobPayloads {
  'render-certificate': CertificateKey;
  'send-email': { organisationId: string; emailId: string };
  'deliver-webhook': { organisationId: string; deliveryId: string };
  'clean-up': Record<string, never>;
}
export type JobName = keyof JobPayloads;

const QUEUE_OF: Record<JobName, Queue> = {
  'render-certificate': 'renders',
  'send-email': 'tasks',
  'clean-up': 'tasks',
  'deliver-webhook': 'webhooks',
};

/** Attempts before a job is given up: about ten hours of Graphile Worker's exp(attempt) seconds. */
export const MAX_ATTEMPTS = 10;
/** In which a task gives up what its last attempt died at; Graphile Worker would never touch the job again. */
const SPARE_ATTEMPTS = 5;

export interface Job<Name extends JobName> {
  payload: JobPayloads[Name];
  /** The lower, the sooner; 0 unless told. */
  priority?: number;
  runAt?: Date;
  /** Whose the job is, from the widest to the narrowest in alphabetical order: places are shared by them (jobs/places.ts). */
  flags?: string[];
}

/** Queues jobs on the caller's entity manager: they exist if and only if the caller's transaction commits. */
export async function enqueue<Name extends JobName>(
  em: EntityManager,
  name: Name,
  jobs: readonly Job<Name>[],
): Promise<void> {
  if (jobs.length > 0) await sql`select ${addedJobs(name, jobs)}`.execute(database(em));
}

/** The same as an expression, for a statement that does more; its value is the number of jobs. */
export function addedJobs<Name extends JobName>(name: Name, jobs: readonly Job<Name>[]): RawBuilder<string> {
  const schema = sql.id(QUEUE_SCHEMAS[QUEUE_OF[name]]);
  const specs = jobs.map(({ payload, priority = 0, runAt, flags }) => ({
    identifier: name,
    payload,
    priority,
    run_at: runAt ?? null,
    flags: flags ?? null,
    max_attempts: MAX_ATTEMPTS + SPARE_ATTEMPTS,
  }));
  return sql`(select count(*) from ${schema}.add_jobs(array(
    select spec from json_populate_recordset(null::${schema}.job_spec, ${JSON.stringify(specs)}::json) as spec)))`;
}

/** SQL with real parameters on the entity manager's transaction (MikroORM's own `execute` inlines them). */
export function database(em: EntityManager): Kysely<unknown> {
  return em.getKysely<unknown>();
}
