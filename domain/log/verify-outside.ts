import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { IS_WAITING } from './queries.ts';
import type { Findings } from './types.ts';
import { nameOf } from './verify-statements.ts';

/** Maximum findings of each kind. */
const MOST = 10;
/** Longest time from a statement to its leaf. */
const MAX_WAIT_MS = 60_000;

/** Reports statements without a leaf: those with an index beyond the log, and those that have waited too long. */
export async function checkOutside(services: Services, findings: Findings): Promise<void> {
  const db = database(services.em());
  const columns = ['organisationId', 'certificateId', 'number'] as const;
  const beyond = await db
    .selectFrom('seals')
    .select([...columns, 'logIndex'])
    .where('logIndex', '>=', sql<number>`coalesce((select max(size) from log_heads), 0)`)
    .orderBy('logIndex')
    .limit(MOST)
    .execute();
  for (const row of beyond)
    findings.add('statements', `${nameOf(row)} has the index ${row.logIndex}, but the log has no such leaf`);
  // A tile is not compared beyond its head, as entries can be added during the check. Its length is checked in full.
  const odd = await db
    .selectFrom('log_tiles')
    .select(['level', 'index'])
    .where('level', '>=', 0)
    .where(sql<boolean>`length(bytes) <> width * 32`)
    .limit(MOST)
    .execute();
  for (const { level, index } of odd)
    findings.add('tiles', `Tile ${index} of level ${level} has more or less bytes than its width`);
  const waiting = await db
    .selectFrom('seals')
    .select(columns)
    .where(IS_WAITING)
    .where('createdAt', '<', new Date(services.now().getTime() - MAX_WAIT_MS))
    .orderBy('createdAt')
    .limit(MOST)
    .execute();
  for (const row of waiting) findings.add('waiting', `${nameOf(row)} has waited for its leaf for more than a minute`);
}
