import { setTimeout as sleep } from 'node:timers/promises';

/** Result of a batch for one of its items: what `work` returned, the item's index in the batch, and the number of items. */
export interface Batched<Result> {
  result: Result;
  index: number;
  size: number;
}

interface Batch<Item, Result> {
  items: Item[];
  result: Promise<Result>;
}

/**
 * Returns a function that adds an item to the next batch. `work` runs for one batch at a time, and items that arrive during a run form the
 * next batch. A failure rejects all items of its batch. `patienceMs` limits the wait for the previous run, which can hang.
 */
export function makeBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<Result>,
  patienceMs?: number,
): (item: Item) => Promise<Batched<Result>> {
  let running: Promise<unknown> | undefined;
  let next: Batch<Item, Result> | undefined;

  const run = async (items: readonly Item[]): Promise<Result> => {
    // Without a run in progress, this only lets calls of the same turn join.
    await (running && patienceMs !== undefined
      ? Promise.race([running, sleep(patienceMs, undefined, { ref: false })])
      : running);
    next = undefined;
    const result = work(items);
    const settled = result.then(noop, noop).then(() => {
      if (running === settled) running = undefined;
    });
    running = settled;
    return result;
  };

  const open = (): Batch<Item, Result> => {
    const items: Item[] = [];
    return { items, result: run(items) };
  };

  return async (item) => {
    next ??= open();
    const batch = next;
    const index = batch.items.push(item) - 1;
    return { result: await batch.result, index, size: batch.items.length };
  };
}

const noop = () => undefined;
