import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Longest wait for connections: 4 s in total for a request, 15 s each for a job. Counted in slices, because after a pause of the whole
 * process a timer would end before the responses in the meantime are read.
 */
const SLICES = { request: 40, job: 150 };
const SLICE_MS = 100;
/** Remaining slices below which a request must have waited behind requests that wait for a lock. */
const LEFT_BEHIND_OTHERS = SLICES.request * 0.75;

const budget = new AsyncLocalStorage<{ slices: number }>();

/** Runs a request with 4 s as the limit for all its waits for connections together. */
export const withAcquireBudget = <Result>(work: () => Result): Result => budget.run({ slices: SLICES.request }, work);

/** Returns true in the work of `withAcquireBudget`. */
export const isRequest = (): boolean => budget.getStore() !== undefined;

/** Returns true for a request that has waited more than 1 s for connections. Requests before it must be waiting for a lock. */
export const isBehindOthers = (): boolean => (budget.getStore()?.slices ?? SLICES.request) < LEFT_BEHIND_OTHERS;

/**
 * Waits for a connection as long as the request or job allows. A connection that arrives later returns to the pool. `pg`'s
 * `connectionTimeoutMillis` limits each wait, but not all waits of a request together (pg 8.23.1).
 */
export async function acquire(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  return pool.idleCount > 0 ? connect() : withinBudget(connect(), (late) => late.release());
}

/** Waits as long as the request or job allows. A resource that arrives later is returned. */
export async function withinBudget<Thing>(arrival: Promise<Thing>, giveBack: (late: Thing) => void): Promise<Thing> {
  const left = budget.getStore() ?? { slices: SLICES.job };
  let isOver = false;
  const timeOut = async () => {
    while (left.slices > 0) {
      await sleep(SLICE_MS, undefined, { ref: false });
      if (isOver) break;
      left.slices--;
    }
    return null;
  };
  const thing = await Promise.race([arrival, timeOut()]).finally(() => {
    isOver = true;
  });
  if (thing !== null) return thing;
  arrival.then(giveBack).catch(() => undefined);
  throw new Error('timeout exceeded when trying to connect');
}
