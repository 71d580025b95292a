import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { nextRunAt } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';

/** Of the jobs of batches: behind every single certificate. */
export const BATCH_PRIORITY = 10;
/** Turns are written as moments long past, a millisecond each, so that the queue's own order is theirs. */
const FIRST_TURN = Date.UTC(2000, 0, 1);

/**
 * The turns of a tenant's next `count` batch renderings. Fair queueing by virtual time: the first follows the tenant's own
 * last turn or the earliest that is still queued, whichever is later, so that tenants alternate however much each queues.
 */
export async function nextTurns(em: EntityManager, organisationId: string, count: number): Promise<Date[]> {
  const queued = await nextRunAt(em, 'renders', BATCH_PRIORITY);
  const head = queued?.getTime() ?? FIRST_TURN;
  const now = Math.max(0, Math.min(head, Date.now()) - FIRST_TURN);
  const { lastTurn } = await database(em)
    .insertInto('render_turns')
    .values({ organisationId, lastTurn: now + count })
    .onConflict((conflict) =>
      conflict.column('organisationId').doUpdateSet({
        lastTurn: sql`greatest(render_turns.last_turn, ${now}::bigint) + ${count}::bigint`,
      }),
    )
    .returning('lastTurn')
    .executeTakeFirstOrThrow();
  return Array.from({ length: count }, (_, index) => new Date(FIRST_TURN + lastTurn - count + index + 1));
}
