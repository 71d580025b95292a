import { sql } from 'kysely';
import type { EntityManager } from '../../../database/orm.ts';
import { database } from '../../../database/sql.ts';
import type { Ring } from './ring-key.ts';
import { type KeyRow, openRing, RingError, sealRing } from './sealing.ts';

/** Of the advisory lock that changes of the ring take. */
const RING_LOCK = 0x6c61757279;

/** What opens the ring. */
export interface Roots {
  /** The value of AUTH_SECRET. */
  current: string;
  /** The value of AUTH_SECRET_PREVIOUS: opens a ring that the current value does not open yet. */
  previous: string | undefined;
}

export const readRows = (em: EntityManager): Promise<KeyRow[]> =>
  database(em).selectFrom('keys').selectAll().orderBy('purpose').orderBy('id').execute();

/**
 * Changes the ring, one process at a time; what the change gives back as it was is not written. A ring that only the
 * previous root opens is sealed anew. RingError where neither root opens it, or it was changed by something else.
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
      : 'AUTH_SECRET_PREVIOUS does not open it either: take the value that it was sealed with';
  return `AUTH_SECRET: got a value not shown here, which does not open the keys in the database: ${remedy}`;
}
