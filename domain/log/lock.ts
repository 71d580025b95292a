import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/** `laurelog` in ASCII, as a bigint. */
const LOG_LOCK = '7809652363025477479';

/**
 * Takes the lock that allows only one transaction of all processes to append to the log. Waits for it, or returns false if another
 * transaction has it.
 */
export async function lockLog(em: EntityManager, { wait }: { wait: boolean }): Promise<boolean> {
  const db = database(em);
  if (wait) {
    await sql`select pg_advisory_xact_lock(${LOG_LOCK}::bigint)`.execute(db);
    return true;
  }
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${LOG_LOCK}::bigint) as is_locked`.execute(db);
  return rows[0]?.isLocked ?? false;
}
