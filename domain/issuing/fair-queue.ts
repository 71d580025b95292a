import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { nextRunAt } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';

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
  const queued = await nextRunAt(em, 'renders', BATCH_PRIORITY);
  const earliest = queued?.getTime() ?? VIRTUAL_START;
  const now = Math.max(0, Math.min(earliest, Date.now()) - VIRTUAL_START);
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
  return Array.from({ length: count }, (_, index) => new Date(VIRTUAL_START + lastTurn - count + index + 1));
}
