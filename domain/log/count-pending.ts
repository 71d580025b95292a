import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { isDue } from './copy.ts';
import { IS_WAITING } from './queries.ts';

export interface Pending {
  /** True if statements wait for their leaves. */
  isWaiting: boolean;
  /** Size of the newest head; null before the first. */
  size: number | null;
  /** Destinations whose copy is outdated and due. */
  due: string[];
}

/** Returns the pending work of the log. One statement reads one index entry for each part. */
export async function pendingWork(services: Services): Promise<Pending> {
  const { rows } = await sql<Pending>`
    select exists (select from seals where ${IS_WAITING}) as is_waiting, head.size,
      array(select place from log_copies c where c.size < head.size and ${isDue(services.now())}) as due
    from (select max(size) as size from log_heads) head`.execute(database(services.em()));
  const [pending] = rows;
  if (!pending) throw new Error('no row');
  return pending;
}
