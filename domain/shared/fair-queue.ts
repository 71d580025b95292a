import { sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { nextRunAt, type Queue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';

/** Start of virtual time. It is written as times long past, 1 ms per job, so that the queue's own order is fair. */
const VIRTUAL_START = Date.UTC(2000, 0, 1);

/** Jobs that organisations run alternately. */
interface Shared {
  queue: Queue;
  priority: number;
  /** The table with each organisation's last virtual time. */
  turns: 'render_turns' | 'mail_turns';
}

/** Renderings of batches and imports. */
export const BATCH_RENDERINGS: Shared = { queue: 'batch_renders', priority: 0, turns: 'render_turns' };
/** Certificate mails, after account mails. */
export const CERTIFICATE_EMAILS: Shared = { queue: 'mails', priority: 10, turns: 'mail_turns' };

/**
 * Returns the virtual run times of an organisation's next `count` jobs (fair queueing). The first follows the organisation's own last job
 * or the earliest queued job, whichever is later. Organisations therefore alternate, however many jobs each has queued.
 */
export async function scheduleTurns(
  em: EntityManager,
  shared: Shared,
  { organisationId, count, now }: { organisationId: string; count: number; now: Date },
): Promise<Date[]> {
  const turns = await scheduleTurnsOfAll(em, shared, { counts: new Map([[organisationId, count]]), now });
  return turns.get(organisationId) ?? [];
}

/** Returns the run times of the next jobs of several organisations. `counts` has their numbers. */
export async function scheduleTurnsOfAll(
  em: EntityManager,
  { queue, priority, turns }: Shared,
  { counts, now }: { counts: ReadonlyMap<string, number>; now: Date },
): Promise<Map<string, Date[]>> {
  const queued = await nextRunAt(em, queue, priority);
  const earliest = queued?.getTime() ?? VIRTUAL_START;
  const start = Math.max(0, Math.min(earliest, now.getTime()) - VIRTUAL_START);
  const rows = [...counts].map(([organisationId, count]) => ({ organisationId, lastTurn: start + count }));
  const taken = await database(em)
    .insertInto(turns)
    .columns(['organisationId', 'lastTurn'])
    .expression(({ selectFrom }) =>
      selectFrom(jsonRows(rows, { organisationId: 'uuid', lastTurn: 'bigint' }))
        .select(['r.organisationId', 'r.lastTurn'])
        // Sorted, so that concurrent transactions lock rows in the same order.
        .orderBy('r.organisationId'),
    )
    .onConflict((conflict) =>
      conflict.column('organisationId').doUpdateSet({
        lastTurn: sql`greatest(${sql.table(turns)}.last_turn, ${start}::bigint) + excluded.last_turn - ${start}::bigint`,
      }),
    )
    .returning(['organisationId', 'lastTurn'])
    .execute();
  return new Map(
    taken.map(({ organisationId, lastTurn }) => {
      const first = VIRTUAL_START + lastTurn - (counts.get(organisationId) ?? 0) + 1;
      return [
        organisationId,
        Array.from({ length: counts.get(organisationId) ?? 0 }, (_, index) => new Date(first + index)),
      ];
    }),
  );
}
