import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of work between two turns of the event loop: other requests need several turns each. */
const SLICE_MS = 5;

/** A turn of the event loop takes longer than this only if it served something else. */
const BUSY_MS = 0.3;
/** Pause after such a turn. A request waits between its turns for the database, and would find a slice before each. */
const PAUSE_MS = 20;

let last: Promise<unknown> = Promise.resolve();

/** Waits for a turn of the event loop that no other long work has. Without that, each turn would have a slice of all of them. */
function nextSlice(): Promise<unknown> {
  last = last.then(async () => {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began > BUSY_MS) await sleep(PAUSE_MS);
  });
  return last;
}

/** Calls `work` for each item, in slices between which other requests are served. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    if (performance.now() - began > SLICE_MS) {
      await nextSlice();
      began = performance.now();
    }
    results.push(work(item, index));
  }
  return results;
}
