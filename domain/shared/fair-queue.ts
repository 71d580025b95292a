import { sql } from 'kysely';
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

/** Batch renderings, after all single certificates. */
export const BATCH_RENDERINGS: Shared = { queue: 'renders', priority: 10, turns: 'render_turns' };
/** Certificate mails, after account mails and retries. */
export const CERTIFICATE_EMAILS: Shared = { queue: 'mails', priority: 10, turns: 'mail_turns' };

/**
 * Returns the virtual run times of an organisation's next `count` jobs (fair queueing). The first follows the organisation's own last job
 * or the earliest queued job, whichever is later. Organisations therefore alternate, however many jobs each has queued.
 */
export async function scheduleTurns(
  em: EntityManager,
  { queue, priority, turns }: Shared,
  { organisationId, count, now }: { organisationId: string; count: number; now: Date },
): Promise<Date[]> {
  const queued = await nextRunAt(em, queue, priority);
  const earliest = queued?.getTime() ?? VIRTUAL_START;
  const start = Math.max(0, Math.min(earliest, now.getTime()) - VIRTUAL_START);
  const { lastTurn } = await database(em)
    .insertInto(turns)
    .values({ organisationId, lastTurn: start + count })
    .onConflict((conflict) =>
      conflict.column('organisationId').doUpdateSet({
        lastTurn: sql`greatest(${sql.table(turns)}.last_turn, ${start}::bigint) + ${count}::bigint`,
      }),
    )
    .returning('lastTurn')
    .executeTakeFirstOrThrow();
  return Array.from({ length: count }, (_, index) => new Date(VIRTUAL_START + lastTurn - count + index + 1));
}
