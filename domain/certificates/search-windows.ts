import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { certificatesOf } from './filter.ts';

/**
 * Number of leading id digits that define a window. The digits encode the id's time in milliseconds, so windows of 5, 6 and 7 digits last
 * three days, five hours and 17 minutes. The search index has the same windows (`certificate_windows`).
 */
const LENGTHS = [5, 6, 7];
const [WIDEST = 0] = LENGTHS;
/** Maximum widest windows per index query, if no certificate in them is known to match. */
const TOGETHER = 16;
/** Minimum certificates read beyond the wanted ones before windows are divided. */
const MORE = 500;

/** Adjacent time windows, each given by the leading digits of its ids. */
type Windows = readonly string[];

export interface WindowedSearch {
  em: EntityManager;
  /** Matches from the index, in no order. */
  certificates: ReturnType<typeof certificatesOf>;
  isAscending: boolean;
}

/**
 * Returns the ids of a search in its order, at most `limit`. The index returns all matches in a window, in no order. Windows with many
 * matches are divided, so that few unwanted matches are read.
 */
export async function searchWindows(
  search: WindowedSearch,
  windows: readonly Windows[],
  limit: number,
): Promise<string[]> {
  // A truncated window already has more matches than wanted, so later windows are not needed.
  const count = limit + Math.max(limit, MORE);
  const read = await readWindows(search, windows, count);
  const cut = read.length === count ? read.at(-1)?.place : undefined;
  const whole = read.filter(({ place }) => place !== cut).map(({ id }) => id);
  const found = inOrder(search, whole).slice(0, limit);
  if (cut === undefined || found.length === limit) return found;
  return [...found, ...(await searchDivided(search, windows[cut] ?? [], limit - found.length))];
}

/** Searches windows with many matches, like `searchWindows`. */
function searchDivided(search: WindowedSearch, windows: Windows, limit: number): Promise<string[]> {
  const [window = ''] = windows;
  const parts = windows.length > 1 ? windows.map((one) => [one]) : partsOf(window, search.isAscending);
  if (parts.length > 0) return searchWindows(search, parts, limit);
  return sortFound({ ...search, certificates: within(search, sql`array[${window}]`) }, limit);
}

/** Returns up to `count` certificates, ordered by window. */
async function readWindows(
  search: WindowedSearch,
  windows: readonly Windows[],
  count: number,
): Promise<{ id: string; place: number }[]> {
  // Materialised, so that PostgreSQL plans for all rows. With LIMIT it could scan the organisation's certificates in order instead.
  const { rows } = await sql<{ id: string; place: number }>`
    select found.id, (w.place - 1)::int as place
    from unnest(${windows.map((window) => window.join())}::text[]) with ordinality as w(prefixes, place), lateral (
      with found as materialized (
        ${within(search, sql`string_to_array(w.prefixes, ',')`).select('c.id')})
      select id from found limit ${count}) as found
    order by w.place limit ${count}`.execute(database(search.em));
  return rows;
}

/** Reads all matches from the index and returns the first ones in the order of the search. */
export async function sortFound({ certificates, isAscending }: WindowedSearch, limit: number): Promise<string[]> {
  // Sorts by an expression, so that PostgreSQL cannot use the primary key for the order.
  const sorted = certificates.select('c.id').orderBy(sql`c.id::text collate "C"`, isAscending ? 'asc' : 'desc');
  return (await sorted.limit(limit).execute()).map(({ id }) => id);
}

const within = ({ certificates }: WindowedSearch, windows: RawBuilder<unknown>) =>
  certificates.where(sql<boolean>`certificate_windows(c.id) && ${windows}`);

/**
 * Returns the windows between two ids, in the order of the search. Windows with known matches are divided. The others are grouped, in
 * larger groups the later they come.
 */
export function windowsBetween(
  ids: readonly [string, string],
  known: readonly string[],
  isAscending: boolean,
): readonly Windows[] {
  const [first = 0, last = 0] = ids.map((id) => Number.parseInt(id.slice(0, WIDEST), 16)).sort((a, b) => a - b);
  const having = new Set(known.map((id) => id.slice(0, WIDEST)));
  const windows: string[][] = [];
  let together: string[] = [];
  const end = () => {
    if (together.length > 0) windows.push(together);
    together = [];
  };
  let most = 1;
  for (let at = 0; at <= last - first; at++) {
    const window = (isAscending ? first + at : last - at).toString(16).padStart(WIDEST, '0');
    if (having.has(window)) {
      end();
      windows.push(...partsOf(window, isAscending));
      continue;
    }
    together.push(window);
    if (together.length < most) continue;
    end();
    most = Math.min(2 * most, TOGETHER);
  }
  end();
  return windows;
}

/** Returns the parts of a window in the order of the search; an empty list for the narrowest windows. */
function partsOf(window: string, isAscending: boolean): string[][] {
  if (window.length === LENGTHS.at(-1)) return [];
  const digits = [...'0123456789abcdef'];
  return (isAscending ? digits : digits.reverse()).map((digit) => [window + digit]);
}

function inOrder({ isAscending }: WindowedSearch, ids: readonly string[]): string[] {
  const ascending = ids.toSorted();
  return isAscending ? ascending : ascending.reverse();
}
