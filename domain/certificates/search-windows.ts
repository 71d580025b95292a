import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { certificatesOf } from './conditions.ts';

/**
 * Digits that the ids of a window begin with. They are of the ids' time in milliseconds: such windows are of three days, five hours
 * and 17 minutes. The index of the search has the same (`certificate_windows`).
 */
const LENGTHS = [5, 6, 7];
const [WIDEST = 0] = LENGTHS;
/** The widest windows that the index is asked for at once, where no certificate in them is known to have the text. */
const TOGETHER = 16;
/** So many more certificates than those that are wanted are read of windows before these are divided. */
const MORE = 500;

/** Windows of time next to each other, each by the digits that its ids begin with. */
type Windows = readonly string[];

export interface WindowedSearch {
  em: EntityManager;
  /** What the index finds, in no order. */
  certificates: ReturnType<typeof certificatesOf>;
  isAscending: boolean;
}

/**
 * The ids of the certificates of a search, in its order, `limit` at the most. The index gives all that windows have of the
 * text at once, and in no order: where there are many, the windows are divided, so that few are read beyond those that are wanted.
 */
export async function searchWindows(
  search: WindowedSearch,
  windows: readonly Windows[],
  limit: number,
): Promise<string[]> {
  // A window that is cut off has more than are wanted: none after it is needed.
  const count = limit + Math.max(limit, MORE);
  const read = await readWindows(search, windows, count);
  const cut = read.length === count ? read.at(-1)?.place : undefined;
  const whole = read.filter(({ place }) => place !== cut).map(({ id }) => id);
  const found = inOrder(search, whole).slice(0, limit);
  if (cut === undefined || found.length === limit) return found;
  return [...found, ...(await searchDivided(search, windows[cut] ?? [], limit - found.length))];
}

/** As searchWindows: in windows that have many of the text. */
function searchDivided(search: WindowedSearch, windows: Windows, limit: number): Promise<string[]> {
  const [window = ''] = windows;
  const parts = windows.length > 1 ? windows.map((one) => [one]) : partsOf(window, search.isAscending);
  if (parts.length > 0) return searchWindows(search, parts, limit);
  return sortFound({ ...search, certificates: within(search, sql`array[${window}]`) }, limit);
}

/** Up to `count` certificates of windows, those of the first before those of the second. */
async function readWindows(
  search: WindowedSearch,
  windows: readonly Windows[],
  count: number,
): Promise<{ id: string; place: number }[]> {
  // Planned as if all were read: for the first of many, PostgreSQL might choose to read the organisation's certificates in order.
  const { rows } = await sql<{ id: string; place: number }>`
    select found.id, (w.place - 1)::int as place
    from unnest(${windows.map((window) => window.join())}::text[]) with ordinality as w(prefixes, place), lateral (
      with found as materialized (
        ${within(search, sql`string_to_array(w.prefixes, ',')`).select('c.id')})
      select id from found limit ${count}) as found
    order by w.place limit ${count}`.execute(database(search.em));
  return rows;
}

/** The first of all that the index finds, in the order of the search: all of it is read. */
export async function sortFound({ certificates, isAscending }: WindowedSearch, limit: number): Promise<string[]> {
  // An order that the primary key can't give.
  const sorted = certificates.select('c.id').orderBy(sql`c.id::text collate "C"`, isAscending ? 'asc' : 'desc');
  return (await sorted.limit(limit).execute()).map(({ id }) => id);
}

const within = ({ certificates }: WindowedSearch, windows: RawBuilder<unknown>) =>
  certificates.where(sql<boolean>`certificate_windows(c.id) && ${windows}`);

/**
 * The windows between two ids, in the order of the search. Those of ids that are known to be found are divided; the others are asked for
 * together, the more of them the further away they are.
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

/** The windows that a window is divided into, in the order of the search: none, if it is of the narrowest. */
function partsOf(window: string, isAscending: boolean): string[][] {
  if (window.length === LENGTHS.at(-1)) return [];
  const digits = [...'0123456789abcdef'];
  return (isAscending ? digits : digits.reverse()).map((digit) => [window + digit]);
}

function inOrder({ isAscending }: WindowedSearch, ids: readonly string[]): string[] {
  const ascending = ids.toSorted();
  return isAscending ? ascending : ascending.reverse();
}
