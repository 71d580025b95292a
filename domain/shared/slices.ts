import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of work between two turns of the event loop, while other requests are in progress and while none are. */
const SLICE_MS = { beside: 5, alone: 15 };

/**
 * Pause in ms between slices while other requests are in progress. Each request needs several turns and would otherwise wait for a slice
 * before each.
 */
const PAUSE_MS = 20;

/** Requests in progress, except those that wait for long work. */
let others = 0;
let last: Promise<unknown> = Promise.resolve();

/** Counts a request for which long work pauses, until the returned function is called. */
export function noteRequest(): () => void {
  others++;
  return () => void others--;
}

/** Runs long work. Its own request does not count among those for which it pauses. */
export async function asLongWork<Result>(work: () => Promise<Result>): Promise<Result> {
  others--;
  try {
    return await work();
  } finally {
    others++;
  }
}

/** Waits for a turn of the event loop that no other long work uses. Otherwise each turn would contain a slice of all of them. */
function nextSlice(): Promise<unknown> {
  last = last.then(async () => {
    await nextTurn();
    if (others > 0) await sleep(PAUSE_MS);
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
    if (performance.now() - began > (others > 0 ? SLICE_MS.beside : SLICE_MS.alone)) {
      await nextSlice();
      began = performance.now();
    }
    results.push(work(item, index));
  }
  return results;
}
