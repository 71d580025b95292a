import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type After, certificatesOf, type Filter, isOldestFirst } from './conditions.ts';
import { rareWords } from './search-words.ts';

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
  const common = await readInOrder(search, limit * READ_FIRST);
  if (common) return common;
  const indexed = certificates(search)
    .clearOrderBy()
    .where(await indexedCondition(search));
  return (await readFew(search, indexed)) ?? (await readInOrder(search, READ_ON)) ?? (await sortAll(search, indexed));
}

const certificates = ({ em, organisationId, filter, after }: Search) =>
  certificatesOf(em, organisationId, filter, after).select('c.id');

const directionOf = ({ filter }: Search) => (isOldestFirst(filter) ? 'asc' : 'desc');

/** Reads the first `count`; null where there are more, and too few of these have the text. */
async function readInOrder(search: Search, count: number): Promise<string[] | null> {
  const { em, filter, limit } = search;
  // Read by themselves, as PostgreSQL might else choose an index that gives all that have the text.
  const read = database(em)
    .selectFrom(certificates(search).select('c.searchText').limit(count).as('c'))
    .select('c.id')
    .where(matches(filter.search))
    .orderBy('c.id', directionOf(search));
  const found = idsOf(await read.limit(limit).execute());
  if (found.length === limit) return found;
  const [next] = await certificates(search).offset(count).limit(1).execute();
  return next ? null : found;
}

type Indexed = ReturnType<typeof certificates>;

/** What the index finds; null where it finds more than a few. Materialised, as PostgreSQL would else read in order until it has so many. */
async function readFew(search: Search, indexed: Indexed): Promise<string[] | null> {
  const found = await database(search.em)
    .with(
      (cte) => cte('found').materialized(),
      () => indexed,
    )
    .selectFrom('found')
    .select('id')
    .limit(FEW + 1)
    .execute();
  if (found.length > FEW) return null;
  const sorted = idsOf(found).sort();
  return (directionOf(search) === 'asc' ? sorted : sorted.reverse()).slice(0, search.limit);
}

/** What the index finds, in an order that the primary key can't give: all of it is read. */
async function sortAll(search: Search, indexed: Indexed): Promise<string[]> {
  const sorted = indexed.orderBy(sql`c.id::text collate "C"`, directionOf(search));
  return idsOf(await sorted.limit(search.limit).execute());
}

/** Whether a certificate has the text, for the index: the longer the lists that it has to compare, the longer it takes. */
async function indexedCondition({ em, organisationId, filter: { search } }: Search): Promise<RawBuilder<boolean>> {
  const words = idsBeginning(search.trim()) ? null : await rareWords(em, organisationId, search);
  if (!words) return matches(search);
  const each = words.map((word) => sql`c.search_text like ${`%${word}%`}`);
  // An expression that the index does not have.
  return sql<boolean>`(${sql.join(each, sql` and `)} and c.search_text || '' like search_pattern(${search}))`;
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
