import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';

/**
 * Returns the ranges of ids for a page's query. A UUIDv7 starts with its time in milliseconds (RFC 9562, section 5.7). The cursor and the
 * creation time therefore need no separate index.
 */
export function idRange({
  cursor,
  createdAfter,
  createdBefore,
}: {
  cursor?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
}): { id: { $lt: string } | { $gte: string } }[] {
  return [
    ...(cursor ? [{ id: { $lt: cursor } }] : []),
    ...(createdAfter ? [{ id: { $gte: lowestIdAt(createdAfter) } }] : []),
    ...(createdBefore ? [{ id: { $lt: lowestIdAt(createdBefore) } }] : []),
  ];
}

/**
 * Returns an expression for the number of an entry, or null for an unknown one. Chained lists are in the order of numbers, not of ids,
 * because the clocks of machines and of test mode can go back.
 */
export const numberOf = (
  { em, organisationId }: Pick<DomainContext, 'em' | 'organisationId'>,
  table: 'audit_entries' | 'credit_entries',
  id: string,
) =>
  database(em()).selectFrom(table).select('number').where('organisationId', '=', organisationId).where('id', '=', id);

/** Returns the lowest id of a time. Times before 1970, where UUIDv7 starts, give the lowest id of all. */
export function lowestIdAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Returns a page and the cursor of the next one from rows that were read with `limit + 1`. */
export function pageOf<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  return { page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}
