import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type After, certificatesOf, type Filter, isOldestFirst } from './conditions.ts';
import { lookAtSample, type Sample } from './search-sample.ts';

/** How many certificates are read in order first, times those that are wanted. */
const READ_FIRST = 20;
/**
 * How many are read in order at the most, and where a sample has the text: reading so many takes as long as sorting what the index
 * finds of a text that a sample rarely has.
 */
const READ_ON = 20_000;

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
 * order, the rest by the index, which gives all that there is, to be sorted: that takes as long as there are many, so that more
 * is read in order where a sample says that there are. PostgreSQL would choose by the frequency of the text everywhere, which says
 * little of one organisation.
 */
export async function searchIds(search: Search): Promise<string[]> {
  const { em, organisationId, filter, limit } = search;
  const text = filter.search;
  const hash = hashIn(text);
  if (hash) return idsOf(await certificates(search).where('c.verificationHash', '=', hash).limit(limit).execute());
  const count = Math.min(limit * READ_FIRST, READ_ON);
  const first = await readInOrder(search, count);
  if (first) return first;
  const sample = await lookAtSample(em, organisationId, text);
  const more = sample.hasText && count < READ_ON ? await readInOrder(search, READ_ON) : null;
  return more ?? (await sortAll(search, sample));
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

/** What the index finds, in an order that the primary key can't give: all of it is read. */
async function sortAll(search: Search, sample: Sample): Promise<string[]> {
  const sorted = certificates(search)
    .clearOrderBy()
    .where(indexedCondition(search.filter.search, sample))
    .orderBy(sql`c.id::text collate "C"`, directionOf(search));
  return idsOf(await sorted.limit(search.limit).execute());
}

/** Whether a certificate has the text, for the index: the longer the lists that it has to compare, the longer it takes. */
function indexedCondition(text: string, { rareWords, commonWords }: Sample): RawBuilder<boolean> {
  if (idsBeginning(text.trim()) || rareWords.length === 0 || commonWords.length === 0) return matches(text);
  const each = rareWords.map((pattern) => sql`c.search_text like ${pattern}`);
  // The text itself by an expression that the index does not have.
  return sql<boolean>`(${sql.join(each, sql` and `)} and c.search_text || '' like search_pattern(${text}))`;
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
