import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type After, certificatesOf, type Filter, isOldestFirst } from './filter.ts';
import { hasHash } from './queries.ts';
import { lookAtSample, type Sample } from './search-sample.ts';
import { searchWindows, sortFound, windowsBetween } from './search-windows.ts';

/** Number of certificates read in order first, as a multiple of the wanted ones, and its maximum. */
const READ_FIRST = 20;
const READ_MOST = 20_000;
/** Expected matches beyond which a text is searched in time windows. */
const MANY = 10_000;

/** A search for a text, with the number of matches wanted after a certificate. */
interface Search {
  em: EntityManager;
  organisationId: string;
  filter: Filter & { search: string };
  after: After;
  limit: number;
}

/**
 * Returns the ids of the certificates that match a filter and its text, in the filter's order. Reads the first certificates in order, which
 * finds common texts. Finds the rest through the index, with a query chosen by a sample. PostgreSQL alone would plan by the text's
 * frequency across all organisations.
 */
export async function searchIds(search: Search): Promise<string[]> {
  const { em, organisationId, filter, limit } = search;
  const hash = hashIn(filter.search);
  if (hash) return idsOf(await certificates(search).select('c.id').where(hasHash(hash)).limit(limit).execute());
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
  // Rare texts are found faster without windows.
  const others =
    sample.expected > MANY
      ? await searchWindows(windowed, windowsBetween(ids, sample.found, isAscending), wanted)
      : await sortFound(windowed, wanted);
  return [...found, ...others];
}

const certificates = ({ em, organisationId, filter, after }: Search) =>
  certificatesOf(em, organisationId, filter, after);

const directionOf = ({ filter }: Search) => (isOldestFirst(filter) ? 'asc' : 'desc');

/** Returns the matches among the first certificates, and the first certificate that was not read. */
async function readInOrder(search: Search): Promise<{ found: string[]; next: string | null }> {
  const { em, filter, limit } = search;
  const count = Math.min(limit * READ_FIRST, READ_MOST);
  const all = certificates(search).select('c.id');
  // In a subquery, as PostgreSQL could otherwise choose an index that returns all matches.
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

/** Returns the organisation's last certificate in the order of a search, within its filter for times. */
async function lastId({
  em,
  organisationId,
  filter: { createdAfter, createdBefore, sort, now },
}: Search): Promise<string | undefined> {
  const reversed = { createdAfter, createdBefore, now, sort: sort === 'oldest' ? 'newest' : 'oldest' } as const;
  const [last] = idsOf(await certificatesOf(em, organisationId, reversed, undefined).select('c.id').limit(1).execute());
  return last;
}

/** Returns the search condition for the index. Omits common words, whose long lists are slow to intersect. */
function indexedCondition(text: string, { rareWords, commonWords }: Sample): RawBuilder<boolean> {
  if (idsBeginning(text.trim()) || rareWords.length === 0 || commonWords.length === 0) return matches(text);
  const each = rareWords.map((pattern) => sql`c.search_text like ${pattern}`);
  // An expression without an index checks the text itself.
  return sql<boolean>`(${sql.join(each, sql` and `)} and c.search_text || '' like search_pattern(${text}))`;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns the condition that a certificate `c` contains the text. */
function matches(text: string): RawBuilder<boolean> {
  const contains = sql<boolean>`c.search_text like search_pattern(${text})`;
  const ids = idsBeginning(text.trim());
  return ids ? sql<boolean>`(${contains} or c.id between ${ids.from}::uuid and ${ids.to}::uuid)` : contains;
}

/** Returns the verification hash in a text: the whole text, or the end of a verification page's address. */
function hashIn(text: string): Buffer | null {
  const [, hex] = /(?:^|\/)([0-9a-f]{64})\/?$/i.exec(text.trim()) ?? [];
  return hex ? Buffer.from(hex, 'hex') : null;
}

/** Returns the range of ids that start with a text. Null if the text is not hex or too short to be meant as an id. */
function idsBeginning(text: string): { from: string; to: string } | null {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  const bound = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { from: bound('0'), to: bound('f') };
}
