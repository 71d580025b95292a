import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { validationError } from '../errors.ts';
import { type After, certificatesOf, type Filter, rangeOf } from './filter.ts';
import { hasStates } from './filter-by-state.ts';

/**
 * Returns true for a filter for a range of expiries that is listed in their order, from their index. A page then reads no certificate
 * outside the range. Searches and rare states have orders of their own.
 */
export const isByExpiry = (filter: Filter): boolean =>
  (filter.expiresAfter !== undefined || filter.expiresBefore !== undefined) &&
  filter.sort === undefined &&
  filter.search === undefined &&
  !hasStates(filter);

/** Returns a query for the certificates `c` that expire in a filter's range, in no order. */
export function certificatesInRange(em: EntityManager, organisationId: string, filter: Filter) {
  const { from, until } = rangeOf(filter);
  return certificatesOf(em, organisationId, { ...filter, expiresAfter: undefined, expiresBefore: undefined }, undefined)
    .clearOrderBy()
    .where('c.expiresAt', 'is not', null)
    .where('c.expiresAt', '>=', from)
    .where('c.expiresAt', '<', until);
}

/** Returns the ids of a page, the first to expire first. VALIDATION_ERROR for a cursor whose certificate does not expire any more. */
export async function idsByExpiry(
  em: EntityManager,
  organisationId: string,
  filter: Filter,
  { after, limit }: { after: After; limit: number },
): Promise<string[]> {
  let query = certificatesInRange(em, organisationId, filter).select('c.id').orderBy('c.expiresAt').orderBy('c.id');
  if (after !== undefined) {
    const last = await database(em)
      .selectFrom('certificates')
      .select('expiresAt')
      .where('organisationId', '=', organisationId)
      .where('id', '=', after)
      .executeTakeFirst();
    if (!last?.expiresAt) throw validationError(detail('cursor', 'unknown_cursor'));
    query = query.where(sql<boolean>`(c.expires_at, c.id) > (${last.expiresAt}, ${after}::uuid)`);
  }
  return (await query.limit(limit).execute()).map(({ id }) => id);
}
