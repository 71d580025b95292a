import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, QUEUE_SCHEMAS } from '../../database/queue.ts';

/** Of a batch's renderings: behind every single certificate. */
export const BATCH_PRIORITY = 10;

/** Virtual time is written as moments long past, a millisecond for each rendering, so that the queue's own order is its. */
const VIRTUAL_START = Date.UTC(2000, 0, 1);

/**
 * When a tenant's next `count` batch renderings are to run, in virtual time (fair queueing): the first follows the tenant's
 * own last one or the earliest that is still queued, whichever is later, so that tenants alternate however much each
 * queues. The table `render_turns` keeps the tenant's last virtual time.
 */
export async function scheduleRenderings(em: EntityManager, organisationId: string, count: number): Promise<Date[]> {
  const db = database(em);
  // The index on available jobs gives the first of the queue at once, however long it is.
  const { rows: queued } = await sql<{ run_at: string }>`
    select run_at from ${sql.id(QUEUE_SCHEMAS.renders)}._private_jobs
    where is_available = true and priority = ${BATCH_PRIORITY} order by priority, run_at limit 1`.execute(db);
  const earliest = queued[0] ? new Date(queued[0].run_at).getTime() : VIRTUAL_START;
  const now = Math.max(0, Math.min(earliest, Date.now()) - VIRTUAL_START);
  const { rows } = await sql<{ last_turn: string }>`
    insert into render_turns as turns (organisation_id, last_turn) values (${organisationId}, ${now + count})
    on conflict (organisation_id) do update set last_turn = greatest(turns.last_turn, ${now}) + ${count}
    returning last_turn`.execute(db);
  const last = Number(rows[0]?.last_turn);
  return Array.from({ length: count }, (_, index) => new Date(VIRTUAL_START + last - count + index + 1));
}
