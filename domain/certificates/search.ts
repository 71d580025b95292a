import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type After, certificatesOf, type Filter, isOldestFirst } from './filter.ts';
import { hasFormerHash, hasHash } from './queries.ts';
import { readSample, type Sample } from './search-sample.ts';
import { containsText, type FoldedText, foldText, hashIn, idsWith, isBetween } from './search-text.ts';

/** Number of certificates read in order before the index, as a multiple of the wanted ones, and its maximum. */
const READ_FIRST = 20;
const READ_MOST = 5_000;
/** Maximum matches in a window that are sorted. A window with more is divided. */
const SORTED = 10_000;
/**
 * Number of digits that the ids of a window start with, from the widest to the narrowest. Ids start with their time, so windows last 50
 * days, 3 days, 5 hours and 17 minutes. The index has the same ones (`certificate_windows`).
 */
const WIDEST = 4;
const NARROWEST = 7;

/** A search for a text, with the number of matches wanted after a certificate. */
interface Search {
  em: EntityManager;
  organisationId: string;
  filter: Filter & { search: string };
  after: After;
  limit: number;
}

interface FoldedSearch extends Search {
  text: FoldedText;
}

interface SampledSearch extends FoldedSearch {
  sample: Sample;
  /** Id of the last certificate that matches the filter without the text. */
  end: string;
}

/**
 * Returns the ids of the certificates that match a filter and its text, in the filter's order. Reads the first certificates in order, which
 * finds frequent texts, and then the index.
 */
export async function searchIds(search: Search): Promise<string[]> {
  const { em, organisationId, filter, limit } = search;
  const hash = hashIn(filter.search);
  if (hash) return idsByHash(search, hash);
  const text = await foldText(em, filter.search);
  if (text === undefined) return [];
  const { found, last } = await readInOrder({ ...search, text }, '');
  if (last === undefined) return found;
  const end = (await readEnd(search)) ?? last;
  const sample = await readSample(em, organisationId, text.folded, [last, end]);
  const rest = { ...search, text, sample, end, after: last, limit: limit - found.length };
  return [...found, ...(await searchWindow(rest, ''))];
}

/** Returns the id of the certificate with a verification hash, present or former. Two queries, because each reads one index. */
async function idsByHash(search: Search, hash: Buffer): Promise<string[]> {
  const present = await certificates(search).select('c.id').where(hasHash(hash)).limit(search.limit).execute();
  if (present.length > 0) return idsOf(present);
  const former = certificates(search)
    .select('c.id')
    .where('c.id', 'in', ({ selectFrom }) =>
      selectFrom('certificate_revisions as r')
        .select('r.certificateId')
        .where('r.organisationId', '=', search.organisationId)
        .where(hasFormerHash(hash)),
    );
  return idsOf(await former.limit(search.limit).execute());
}

/**
 * Returns the matches in a window. The index returns them in no order, so a window with too many to sort is divided. The sample shows most
 * of these windows without a query. The window `''` has all certificates.
 */
async function searchWindow(search: SampledSearch, window: string): Promise<string[]> {
  const { sample, limit } = search;
  const isFrequent = sample.matches.some((id) => id.startsWith(window));
  const sorted = isFrequent ? undefined : await readIndex(search, window);
  if (sorted !== undefined) return sorted;
  const { found, last } = await readInOrder(search, window);
  if (last === undefined) return found;
  for (const part of partsOf(search, window, last)) {
    if (found.length === limit) break;
    found.push(...(await searchWindow({ ...search, after: last, limit: limit - found.length }, part)));
  }
  return found;
}

/** Returns the matches among the first certificates of a window, and the last of these; undefined if no more need to be read. */
async function readInOrder(
  search: FoldedSearch,
  window: string,
): Promise<{ found: string[]; last?: string | undefined }> {
  const { em, text, filter, limit } = search;
  const all = certificates(search)
    .select('c.id')
    .where(isBetween(idsWith(window)));
  const count = window.length === NARROWEST ? null : Math.min(limit * READ_FIRST, READ_MOST);
  // The limit is in a subquery, as PostgreSQL could otherwise choose an index that returns all matches.
  const matching = database(em)
    .selectFrom(all.select('c.searchText').limit(count).as('c'))
    .select('c.id')
    .where(containsText(text))
    .orderBy('c.id', isOldestFirst(filter) ? 'asc' : 'desc')
    .limit(limit);
  const found = idsOf(await matching.execute());
  if (count === null || found.length === limit) return { found };
  const lasts = all.offset(count - 1).limit(1);
  return { found, last: idsOf(await lasts.execute())[0] };
}

/** Returns the matches in a window; undefined if they are too many to sort. */
async function readIndex({ text, sample, ...search }: SampledSearch, window: string): Promise<string[] | undefined> {
  const { em, filter, limit } = search;
  let matching = certificates(search).clearOrderBy().select('c.id').where(containsText(text, sample.rareWords));
  if (window !== '') matching = matching.where(sql<boolean>`certificate_windows(c.id) @> array[${window}]`);
  const { rows } = await sql<{ id: string; count: string }>`
    with matching as materialized (${matching.limit(SORTED + 1)})
    select id, (select count(*) from matching) as count from matching
    order by id ${sql.raw(isOldestFirst(filter) ? 'asc' : 'desc')} limit ${limit}`.execute(database(em));
  return Number(rows[0]?.count ?? 0) > SORTED ? undefined : idsOf(rows);
}

const certificates = ({ em, organisationId, filter, after }: Search) =>
  certificatesOf(em, organisationId, filter, after);

/** Returns the last certificate that matches the filter without the text. */
async function readEnd({ filter, ...search }: Search): Promise<string | undefined> {
  const reversed = { ...filter, sort: isOldestFirst(filter) ? 'newest' : 'oldest' } as const;
  const lasts = certificates({ ...search, filter: reversed, after: undefined })
    .select('c.id')
    .limit(1);
  return idsOf(await lasts.execute())[0];
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns the parts of a window from a certificate on, in the order of the search. */
function partsOf({ end }: SampledSearch, window: string, from: string): string[] {
  const digits = window === '' ? WIDEST : window.length + 1;
  // The end of the window or that of the search, whichever comes first.
  const [, to = end] = [end, ...idsWith(window)].sort();
  const [first = 0, last = 0] = [from, to].map((id) => Number.parseInt(id.slice(0, digits), 16));
  const step = Math.sign(last - first);
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, at) =>
    (first + at * step).toString(16).padStart(digits, '0'),
  );
}
