import { type Kysely, sql } from 'kysely';
import type { EntityManager } from './orm.ts';

/** Renders have a queue of their own: a million of them must not slow a webhook down. */
export const QUEUE_SCHEMAS = { renders: 'laurel_renders', tasks: 'laurel_tasks' } as const;
export type Queue = keyof typeof QUEUE_SCHEMAS;

/** What each job carries: ids only; the task reads the rest. */
export interface JobPayloads {
  'render-certificate': { organisationId: string; certificateId: string };
}
export type JobName = keyof JobPayloads;

const QUEUE_OF: Record<JobName, Queue> = { 'render-certificate': 'renders' };

/** Attempts before a job is given up: about ten hours of Graphile Worker's exp(attempt) seconds. */
export const MAX_ATTEMPTS = 10;

/** Queues a job on the caller's entity manager: it exists if and only if the caller's transaction commits. */
export async function enqueue<Name extends JobName>(
  em: EntityManager,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  const schema = sql.id(QUEUE_SCHEMAS[QUEUE_OF[name]]);
  await sql`select ${schema}.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${MAX_ATTEMPTS})`.execute(
    database(em),
  );
}

/** SQL with real parameters on the entity manager's transaction (MikroORM's own `execute` inlines them). */
export function database(em: EntityManager): Kysely<unknown> {
  return em.getKysely<unknown>();
}
