import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/** Tolerance in ms. Concurrent calls can count in another order than they read the clock. */
const AHEAD_MS = 60_000;

/**
 * Adds one to a key's count in the caller's transaction, across all processes. The first count starts an interval. Returns null within the
 * limit, otherwise the milliseconds until the interval ends.
 */
export async function countWithin(
  em: EntityManager,
  key: string,
  { limit, intervalMs, now: time }: { limit: number; intervalMs: number; now: Date },
): Promise<number | null> {
  const now = sql`${time.getTime()}::bigint`;
  // A row that ends much later comes from a clock that was set back.
  const isOver = sql`(r.expire <= ${now} or r.expire > ${now} + ${sql.lit(intervalMs + AHEAD_MS)})`;
  const { rows } = await sql<{ points: number; wait: number }>`
    insert into rate_limits as r (key, points, expire) values (${key}, 1, ${now} + ${sql.lit(intervalMs)})
    on conflict (key) do update set
      points = case when ${isOver} then 1 else r.points + 1 end,
      expire = case when ${isOver} then excluded.expire else r.expire end
    returning points, (expire - ${now})::float8 as wait`.execute(database(em));
  const [row] = rows;
  return row && row.points > limit ? row.wait : null;
}
