import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, QUEUE_SCHEMAS } from '../../database/queue.ts';

/** Turns are written as moments long past, a millisecond each, so that the queue's own order is theirs. */
const FIRST_TURN = Date.UTC(2000, 0, 1);

/**
 * The turns of a tenant's next `count` batch renderings. Fair queueing by virtual time: the first follows the tenant's own
 * last turn or the earliest that is still queued, whichever is later, so that tenants alternate however much each queues.
 */
export async function nextTurns(em: EntityManager, organisationId: string, count: number): Promise<Date[]> {
  const db = database(em);
  // The index on available jobs gives the first of the queue at once, however long it is.
  const { rows: queued } = await sql<{ run_at: string }>`
    select run_at from ${sql.id(QUEUE_SCHEMAS.renders)}._private_jobs
    where is_available = true and priority = 10 order by priority, run_at limit 1`.execute(db);
  const head = queued[0] ? new Date(queued[0].run_at).getTime() : FIRST_TURN;
  const now = Math.max(0, Math.min(head, Date.now()) - FIRST_TURN);
  const { rows } = await sql<{ last_turn: string }>`
    insert into render_turns as turns (organisation_id, last_turn) values (${organisationId}, ${now + count})
    on conflict (organisation_id) do update set last_turn = greatest(turns.last_turn, ${now}) + ${count}
    returning last_turn`.execute(db);
  const last = Number(rows[0]?.last_turn);
  return Array.from({ length: count }, (_, index) => new Date(FIRST_TURN + last - count + index + 1));
}
