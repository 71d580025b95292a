import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Findings } from './findings.ts';
import { nameOf } from './verify-statements.ts';

/** Statements that are told of each kind. */
const MOST = 10;

/** Statements that no leaf is of: those that say so although the log is not as long, and those that have waited too long. */
export async function checkOutside(em: EntityManager, findings: Findings): Promise<void> {
  const db = database(em);
  const columns = ['organisationId', 'certificateId', 'number'] as const;
  const beyond = await db
    .selectFrom('seals')
    .select([...columns, 'logIndex'])
    .where('logIndex', '>=', sql<number>`coalesce((select max(size) from log_heads), 0)`)
    .orderBy('logIndex')
    .limit(MOST)
    .execute();
  for (const row of beyond)
    findings.add('statements', `${nameOf(row)} says it is leaf ${row.logIndex}, which is not there`);
  // Beyond what its head needs a tile is compared with nothing: entries may be added to it while it is read.
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
    .where('logIndex', 'is', null)
    .where('createdAt', '<', sql<Date>`now() - interval '1 minute'`)
    .orderBy('createdAt')
    .limit(MOST)
    .execute();
  for (const row of waiting) findings.add('waiting', `${nameOf(row)} has waited for its leaf for more than a minute`);
}
