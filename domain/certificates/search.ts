import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { type After, certificatesOf, type Filter, isOldestFirst } from './conditions.ts';

/** How many certificates are read in order before the index is asked, times those that are wanted. */
const READ_IN_ORDER = 20;

/**
 * The ids of a filter's certificates that its text is found in, in its order. What is common is found by reading the first in
 * order; what is not found there is rare, and its index gives all that there is: neither grows with the number of
 * certificates. PostgreSQL would choose one of both by the frequency of the text everywhere, which says little of one organisation.
 */
export async function searchIds(
  em: EntityManager,
  organisationId: string,
  filter: Filter & { search: string },
  { after, limit }: { after: After; limit: number },
): Promise<string[]> {
  const all = () => certificatesOf(em, organisationId, filter, after);
  const hash = hashIn(filter.search);
  if (hash) return idsOf(await all().select('c.id').where('c.verificationHash', '=', hash).limit(limit).execute());
  const isAscending = isOldestFirst(filter);
  const [last] = await all()
    .select('c.id')
    .offset(limit * READ_IN_ORDER)
    .limit(1)
    .execute();
  let first = all().select('c.id').where(matches(filter.search)).limit(limit);
  if (last) first = first.where('c.id', isAscending ? '<' : '>', last.id);
  const found = idsOf(await first.execute());
  if (found.length === limit || !last) return found;
  // The primary key can't give this order, so that all matches are read by the index of the search.
  const rare = all()
    .clearOrderBy()
    .select('c.id')
    .where(matches(filter.search))
    .orderBy(sql`c.id::text collate "C"`, isAscending ? 'asc' : 'desc')
    .limit(limit);
  return idsOf(await rare.execute());
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Whether a certificate `c` has the text. */
function matches(text: string): RawBuilder<boolean> {
  const contains = sql<boolean>`c.search_text like search_pattern(${text})`;
  const ids = idsBeginning(text.trim());
  return ids ? sql<boolean>`(${contains} or c.id between ${ids.from}::uuid and ${ids.to}::uuid)` : contains;
}

/** The verification hash that a text is, or that the address of a verification page ends in. */
function hashIn(text: string): Buffer | null {
  const [, hex] = /(?:^|\/)([0-9a-f]{64})\/?$/i.exec(text.trim()) ?? [];
  return hex ? Buffer.from(hex, 'hex') : null;
}

/** The range of ids that begin with a text, which must be long enough for a person to mean an id. */
function idsBeginning(text: string): { from: string; to: string } | null {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  const bound = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { from: bound('0'), to: bound('f') };
}
