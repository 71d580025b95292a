import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { isAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { hasClaims } from './make-claims.ts';
import { selectWithVersion } from './queries.ts';

/**
 * Returns the organisation's certificates with these ids, in the order of their issue, for values that are issued again. Throws
 * NotAuthenticError if one was changed outside Laurel.
 */
export async function readUnaltered(context: DomainContext, ids: readonly string[]) {
  const rows = await selectWithVersion(database(context.em()))
    .where('c.organisationId', '=', context.organisationId)
    .where('c.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('c.id')
    .execute();
  for (const row of rows)
    if (!isAuthentic(context, 'certificates', row) || !hasClaims(row)) throw new NotAuthenticError('certificates');
  return rows;
}
