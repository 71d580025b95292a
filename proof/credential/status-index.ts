import { STATUS_LIST_SIZE } from './status-list.ts';

export interface FreeIndexes {
  size?: number;
  /** Indexes that certificates already have. */
  taken: ReadonlySet<number>;
  /** A uniform integer from 0 to below the limit, unpredictable to others: `randomInt` of node:crypto. */
  randomInt(limit: number): number;
}

/**
 * Places for new certificates in a status list: distinct, free, and in no order, so that a list says nothing of who was issued
 * when (Bitstring Status List 1.0). RangeError where fewer are free.
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
