import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import { COVERED } from '../shared/authentic-rows.ts';

export type RequestRow = Row<'correction_requests'>;

export const REQUEST_COLUMNS = [...COVERED.correction_requests, 'mac'] as const;

/** Condition of open requests, as their index has it. */
export const IS_OPEN = sql<boolean>`(status = 'OPEN')`;

/** Returns a request for a change, and locks it. */
export const lockRequest = (
  em: EntityManager,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<RequestRow | undefined> =>
  database(em)
    .selectFrom('correction_requests')
    .select(REQUEST_COLUMNS)
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
