import { STATUS_LIST_SIZE } from './status-list.ts';

export interface FreeIndexes {
  size?: number;
  /** Indexes that are already in use. */
  taken: ReadonlySet<number>;
  /** Returns a uniform, unpredictable integer from 0 to below the limit: `randomInt` of node:crypto. */
  randomInt(limit: number): number;
}

/**
 * Chooses distinct free indexes in a status list for new certificates. Their order is random, so that the list does not reveal the order of
 * issue (Bitstring Status List 1.0). Throws RangeError if too few are free.
 */
export function chooseStatusIndexes(
  count: number,
  { size = STATUS_LIST_SIZE, taken, randomInt }: FreeIndexes,
): number[] {
  if (count > size - taken.size) throw new RangeError(`The status list has no ${count} free entries`);
  const chosen = new Set<number>();
  while (chosen.size < count) {
    const index = randomInt(size);
    if (!taken.has(index)) chosen.add(index);
  }
  return [...chosen];
}
