import { sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/** A statement with the index and time of its leaf. */
interface Indexed {
  organisationId: string;
  certificateId: string;
  number: number;
  logIndex: number;
  /** ISO 8601. */
  loggedAt: string;
}

/** Records the leaves of statements that have none. Throws, so that nothing changes, if a statement already has a leaf. */
export async function recordIndexes(em: EntityManager, rows: readonly Indexed[]): Promise<void> {
  if (rows.length === 0) return;
  const types = {
    organisationId: 'uuid',
    certificateId: 'uuid',
    number: 'int',
    logIndex: 'bigint',
    loggedAt: 'timestamptz',
  };
  const indexed = await database(em)
    .with('indexed', (cte) =>
      cte
        .updateTable('seals as s')
        .from(jsonRows(rows, types))
        .set(({ ref }) => ({ logIndex: ref('r.logIndex'), loggedAt: sql<Date>`r.logged_at` }))
        .whereRef('s.organisationId', '=', 'r.organisationId')
        .whereRef('s.certificateId', '=', 'r.certificateId')
        .whereRef('s.number', '=', 'r.number')
        .where('s.logIndex', 'is', null)
        .returning(['s.organisationId', 's.certificateId', 's.number', 'r.logIndex']),
    )
    .insertInto('log_leaves')
    .columns(['organisationId', 'certificateId', 'number', 'logIndex'])
    .expression(({ selectFrom }) => selectFrom('indexed').selectAll())
    .executeTakeFirstOrThrow();
  if (Number(indexed.numInsertedOrUpdatedRows) !== rows.length)
    throw new Error('another process gave a statement its position in the log');
}
