import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type After, certificatesOf, type Filter, isOldestFirst } from './conditions.ts';

/** How many certificates are read in order before the index is asked, times those that are wanted. */
const READ_FIRST = 20;
/** And where the index finds many: reading so many takes as long as sorting what it finds of a text that is too rare for it. */
const READ_ON = 20_000;
/** How many the index may find for all of them to be read and sorted at once. */
const FEW = 2_000;

/** What is searched, for a text, and how many of it are wanted after a certificate. */
interface Search {
  em: EntityManager;
  organisationId: string;
  filter: Filter & { search: string };
  after: After;
  limit: number;
}

/**
 * The ids of a filter's certificates that its text is found in, in its order. What is common is found by reading the first in
 * order, what is rare by the index, which gives all that there is. For what is neither more is read in order, before all that the
 * index gives is sorted: that takes as long as there are many. PostgreSQL would choose by the frequency of the text everywhere,
 * which says little of one organisation.
 */
export async function searchIds(search: Search): Promise<string[]> {
  const { filter, limit } = search;
  const hash = hashIn(filter.search);
  if (hash) return idsOf(await certificates(search).where('c.verificationHash', '=', hash).limit(limit).execute());
  return (
    (await readInOrder(search, limit * READ_FIRST)) ??
    (await readFew(search)) ??
    (await readInOrder(search, READ_ON)) ??
    (await sortAll(search))
  );
}

const certificates = ({ em, organisationId, filter, after }: Search) =>
  certificatesOf(em, organisationId, filter, after).select('c.id');

const matching = (search: Search) => certificates(search).where(matches(search.filter.search));

/** Reads the first `count`; null where there are more, and too few of these have the text. */
async function readInOrder(search: Search, count: number): Promise<string[] | null> {
  const [last] = await certificates(search).offset(count).limit(1).execute();
  const read = last
    ? matching(search).where('c.id', isOldestFirst(search.filter) ? '<' : '>', last.id)
    : matching(search);
  const found = idsOf(await read.limit(search.limit).execute());
  return found.length === search.limit || !last ? found : null;
}

/** What the index finds; null where it finds more than a few. Materialised, as PostgreSQL would else read in order until it has so many. */
async function readFew(search: Search): Promise<string[] | null> {
  const found = await database(search.em)
    .with(
      (cte) => cte('found').materialized(),
      () => matching(search).clearOrderBy(),
    )
    .selectFrom('found')
    .select('id')
    .limit(FEW + 1)
    .execute();
  if (found.length > FEW) return null;
  const sorted = idsOf(found).sort();
  return (isOldestFirst(search.filter) ? sorted : sorted.reverse()).slice(0, search.limit);
}

/** What the index finds, in an order that the primary key can't give: all of it is read. */
async function sortAll(search: Search): Promise<string[]> {
  const order = isOldestFirst(search.filter) ? 'asc' : 'desc';
  const sorted = matching(search).clearOrderBy().orderBy(sql`c.id::text collate "C"`, order);
  return idsOf(await sorted.limit(search.limit).execute());
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
