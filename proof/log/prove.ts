import { largestPowerBelow, rangeRoot, withCache } from './stored-tree.ts';
import { LogError, type StoredLog } from './tiles.ts';

/**
 * Returns the hashes from an entry to the log's root, starting with the leaf's sibling (RFC 6962, 2.1.1). Reads about two tiles per level.
 * Throws LogError for an index beyond the end.
 */
export async function proveInclusion(log: StoredLog, index: number): Promise<Buffer[]> {
  if (!(index >= 0 && index < log.size))
    throw new LogError(`The log has ${log.size} entries, none with index ${index}`);
  const tiles = withCache(log);
  const hashes: Promise<Buffer>[] = [];
  let [from, to] = [0, log.size];
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from);
    hashes.unshift(index < middle ? rangeRoot(tiles, middle, to) : rangeRoot(tiles, from, middle));
    [from, to] = index < middle ? [from, middle] : [middle, to];
  }
  return Promise.all(hashes);
}

/**
 * Returns the hashes that prove that the log's first `size` entries are unchanged (RFC 6962, 2.1.2). Throws LogError unless the size is
 * between 1 and the log's own.
 */
export async function proveConsistency(log: StoredLog, size: number): Promise<Buffer[]> {
  if (!(size >= 1 && size <= log.size))
    throw new LogError(`The log has ${log.size} entries: none is proved from ${size}`);
  const tiles = withCache(log);
  const hashes: Promise<Buffer>[] = [];
  let [from, to] = [0, log.size];
  while (to > size) {
    const middle = from + largestPowerBelow(to - from);
    hashes.unshift(size <= middle ? rangeRoot(tiles, middle, to) : rangeRoot(tiles, from, middle));
    [from, to] = size <= middle ? [from, middle] : [middle, to];
  }
  // Verifiers already know the root of the older log.
  if (from > 0) hashes.unshift(rangeRoot(tiles, from, to));
  return Promise.all(hashes);
}
