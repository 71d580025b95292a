import { countFaults, type Detail, detail } from '../../../errors/detail.ts';

/** Maximum entries of a list in an answer, unless the call sets `limit`. */
export const MOST_ENTRIES = 20;

/** Shortens the lists directly in an answer. `omitted` has the number of entries that each of them lacks. */
export function shortenLists(answer: object, most: number): { data: object; omitted?: Record<string, number> } {
  const omitted: Record<string, number> = {};
  const members = Object.entries(answer).map(([name, value]) => {
    if (!Array.isArray(value) || value.length <= most) return [name, value];
    omitted[name] = value.length - most;
    return [name, value.slice(0, most)];
  });
  const data = Object.fromEntries(members) as object;
  return Object.keys(omitted).length === 0 ? { data } : { data, omitted };
}

/** Shortens the details of an error. The last one counts the rest. */
export function shortenDetails(details: readonly Detail[]): { details: readonly Detail[] } {
  const rest = details.slice(MOST_ENTRIES);
  if (rest.length === 0) return { details };
  const last = detail('', 'more_faults', { count: countFaults(rest) });
  return { details: [...details.slice(0, MOST_ENTRIES), last] };
}
