import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type After, certificatesOf, type Filter, isOldestFirst } from './conditions.ts';
import { lookAtSample, type Sample } from './search-sample.ts';
import { searchWindows, sortFound, windowsBetween } from './search-windows.ts';

/** How many certificates are read in order first: so many times those that are wanted, and a number at the most. */
const READ_FIRST = 20;
const READ_MOST = 20_000;
/** A text that more certificates than this are expected to have is searched for in windows of time. */
const MANY = 10_000;

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
 * order, the rest by the index, of which a sample says how to ask it. PostgreSQL would choose by the frequency of the text everywhere,
 * which says little of one organisation.
 */
export async function searchIds(search: Search): Promise<string[]> {
  const { em, organisationId, filter, limit } = search;
  const hash = hashIn(filter.search);
  if (hash)
    return idsOf(
      await certificates(search).select('c.id').where('c.verificationHash', '=', hash).limit(limit).execute(),
    );
  const { found, next } = await readInOrder(search);
  if (found.length === limit || next === null) return found;
  const ids = [next, (await lastId(search)) ?? next] as const;
  const isAscending = isOldestFirst(filter);
  const sample = await lookAtSample(em, organisationId, filter.search, ids);
  const rest = certificates(search)
    .clearOrderBy()
    .where('c.id', isAscending ? '>=' : '<=', next)
    .where(indexedCondition(filter.search, sample));
  const windowed = { em, certificates: rest, isAscending };
  const wanted = limit - found.length;
  // What few have is found sooner without windows.
  const others =
    sample.expected > MANY
      ? await searchWindows(windowed, windowsBetween(ids, sample.found, isAscending), wanted)
      : await sortFound(windowed, wanted);
  return [...found, ...others];
}

const certificates = ({ em, organisationId, filter, after }: Search) =>
  certificatesOf(em, organisationId, filter, after);

const directionOf = ({ filter }: Search) => (isOldestFirst(filter) ? 'asc' : 'desc');

/** Those that have the text among the first of all, and the first that was not read, if any. */
async function readInOrder(search: Search): Promise<{ found: string[]; next: string | null }> {
  const { em, filter, limit } = search;
  const count = Math.min(limit * READ_FIRST, READ_MOST);
  const all = certificates(search).select('c.id');
  // Read by themselves, as PostgreSQL might else choose an index that gives all that have the text.
  const read = database(em)
    .selectFrom(all.select('c.searchText').limit(count).as('c'))
    .select('c.id')
    .where(matches(filter.search))
    .orderBy('c.id', directionOf(search));
  const found = idsOf(await read.limit(limit).execute());
  if (found.length === limit) return { found, next: null };
  const [next] = idsOf(await all.offset(count).limit(1).execute());
  return { found, next: next ?? null };
}

/** The organisation's last certificate in the order of a search, at most as far as its filter for times goes. */
async function lastId({
  em,
  organisationId,
  filter: { createdAfter, createdBefore, sort, now },
}: Search): Promise<string | undefined> {
  const reversed = { createdAfter, createdBefore, now, sort: sort === 'oldest' ? 'newest' : 'oldest' } as const;
  const [last] = idsOf(await certificatesOf(em, organisationId, reversed, undefined).select('c.id').limit(1).execute());
  return last;
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
