import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of work between two turns of the event loop: while other requests are in progress, and while none is. */
const SLICE_MS = { beside: 5, alone: 15 };

/** Pause between slices while other requests are in progress: each needs several turns, and would find a slice before every one. */
const PAUSE_MS = 20;

/** Requests in progress, without those that wait for long work. */
let others = 0;
let last: Promise<unknown> = Promise.resolve();

/** Notes a request that long work makes room for; the returned function notes its end. */
export function noteRequest(): () => void {
  others++;
  return () => void others--;
}

/** Runs long work: the request that waits for it is none that it makes room for. */
export async function asLongWork<Result>(work: () => Promise<Result>): Promise<Result> {
  others--;
  try {
    return await work();
  } finally {
    others++;
  }
}

/** Waits for a turn of the event loop that no other long work has. Without that, each turn would have a slice of all of them. */
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
