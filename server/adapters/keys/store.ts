import { sql } from 'kysely';
import type { EntityManager } from '../../../database/orm.ts';
import { database } from '../../../database/sql.ts';
import type { Ring } from './ring-key.ts';
import { type KeyRow, openRing, RingError, sealRing } from './sealing.ts';

/** Key of the advisory lock for changes of the ring. */
const RING_LOCK = 0x6c61757279;

/** Secrets that can open the ring. */
export interface Roots {
  /** Value of AUTH_SECRET. */
  current: string;
  /** Value of AUTH_SECRET_PREVIOUS, for a ring that the current value does not open yet. */
  previous: string | undefined;
}

export const readRows = (em: EntityManager): Promise<KeyRow[]> =>
  database(em).selectFrom('keys').selectAll().orderBy('purpose').orderBy('id').execute();

/**
 * Changes the ring, one process at a time. Writes nothing if `change` returns the same array. A ring that only the previous root opens is
 * sealed again with the current one. RingError if neither root opens the ring, or if it was changed outside the product.
 */
export async function changeRing(
  em: EntityManager,
  roots: Roots,
  change: (ring: Ring) => Ring['keys'],
): Promise<{ ring: Ring; rows: KeyRow[] }> {
  return em.transactional(async (transaction) => {
    const db = database(transaction);
    await sql`set local lock_timeout = '20s'`.execute(db);
    await sql`select pg_advisory_xact_lock(${RING_LOCK})`.execute(db);
    const before = await readRows(transaction);
    const opened = openRing(before, roots.current);
    const ring = opened ?? (roots.previous === undefined ? null : openRing(before, roots.previous));
    if (!ring) throw new RingError(otherRoot(roots));
    const keys = change(ring);
    if (opened && keys === ring.keys) return { ring, rows: before };
    const changed = { generation: ring.generation + 1, keys };
    const rows = sealRing(changed, roots.current);
    await db.deleteFrom('keys').execute();
    await db.insertInto('keys').values(rows).execute();
    return { ring: changed, rows: await readRows(transaction) };
  });
}

function otherRoot({ previous }: Roots): string {
  const remedy =
    previous === undefined
      ? 'set AUTH_SECRET_PREVIOUS to its former value'
      : 'AUTH_SECRET_PREVIOUS does not open it either: use the value that it was sealed with';
  return `AUTH_SECRET: got a value not shown here, which does not open the keys in the database: ${remedy}`;
}
