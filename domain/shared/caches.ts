/** In-memory caches of the database and the storage. */
export type CacheName = 'designs' | 'pictures' | 'sources' | 'status-lists';

/** Look-ups since the process started, for the operator's metrics. */
export const CACHES: Record<CacheName, { hits: number; misses: number }> = {
  designs: { hits: 0, misses: 0 },
  pictures: { hits: 0, misses: 0 },
  sources: { hits: 0, misses: 0 },
  'status-lists': { hits: 0, misses: 0 },
};

/** Counts a look-up and returns its result. */
export function counted<Found>(name: CacheName, found: Found): Found {
  if (found === undefined || found === false) CACHES[name].misses++;
  else CACHES[name].hits++;
  return found;
}
