import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { refusal } from '../../domain/errors.ts';
import { atMost } from '../../domain/shared/entries.ts';

const WINDOW_MS = 60_000;
/** Default calls per caller, path and minute, as in better-auth. */
const DEFAULT_LIMIT = 60;
/** Maximum number of remembered callers. */
const MAX_CALLERS = 50_000;
/** Delay of a refusal, so that a flood on a few connections does not exhaust the process. */
const REFUSAL_MS = { least: 1000, most: 3000 };

/** Concurrent unauthenticated calls: one per connection of their pool. */
const MAX_RUNNING = 2;
/** Maximum waiting unauthenticated calls, per address and in total. */
const MAX_WAITING_OF_ONE = 20;
const MAX_WAITING = 500;
const WAIT_MS = 10_000;
/** Pause of a slot while calls wait, as a multiple of its last call's duration. */
const REST = 3;
const MAX_REST_MS = 1000;
const RETRY_AFTER = 5;

/** Waits for a random time, because callers with equal delays would all return at the same moment. */
const delayRefusal = (): Promise<void> =>
  sleep(REFUSAL_MS.least + Math.random() * (REFUSAL_MS.most - REFUSAL_MS.least), undefined, { ref: false });

/** Counts calls by caller and path in memory, before reading the body and taking a connection. */
export function makeAuthLimits(
  limits: Readonly<Record<string, number>>,
): (caller: string, path: string) => Promise<void> {
  const counts = new LRUCache<string, { calls: number; endsAt: number }>({ ...atMost(MAX_CALLERS), ttl: WINDOW_MS });
  return async (caller, path) => {
    const key = `${caller} ${path}`;
    const count = counts.get(key) ?? { calls: 0, endsAt: performance.now() + WINDOW_MS };
    if (count.calls === 0) counts.set(key, count);
    count.calls++;
    if (count.calls <= (limits[path] ?? DEFAULT_LIMIT)) return;
    await delayRefusal();
    const wait = Math.max(1, Math.ceil((count.endsAt - performance.now()) / 1000));
    throw refusal('too_many_attempts', { seconds: wait }, { retryAfter: wait });
  };
}

interface Waiting {
  address: string;
  begin: () => void;
}

/** Runs a few unauthenticated calls at a time. The address that was served the longest time ago is next. */
export class AuthQueue {
  #running = 0;
  #waiting: Waiting[] = [];
  readonly #served = new LRUCache<string, number>(atMost(MAX_CALLERS));

  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(address);
    const began = performance.now();
    try {
      return await work();
    } finally {
      void this.#endTurn(performance.now() - began);
    }
  }

  async #turn(address: string): Promise<void> {
    if (this.#running < MAX_RUNNING && this.#waiting.length === 0) return this.#begin(address);
    const own = this.#waiting.filter((one) => one.address === address).length;
    if (own >= MAX_WAITING_OF_ONE || this.#waiting.length >= MAX_WAITING) {
      await delayRefusal();
      throw tooMany();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place = { address, begin: resolve };
    this.#waiting.push(place);
    const timer = setTimeout(() => {
      this.#leave(place);
      reject(tooMany());
    }, WAIT_MS);
    await promise.finally(() => clearTimeout(timer));
  }

  #begin(address: string): void {
    this.#running++;
    this.#served.set(address, performance.now());
  }

  #leave(place: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== place);
  }

  /**
   * Pauses a slot after each call while others wait. Hashing passwords costs processor time, and most of it must remain for signed-in
   * users.
   */
  async #endTurn(tookMs: number): Promise<void> {
    if (this.#waiting.length > 0) await sleep(Math.min(REST * tookMs, MAX_REST_MS), undefined, { ref: false });
    this.#running--;
    const servedAt = ({ address }: Waiting) => this.#served.get(address) ?? 0;
    const [first] = this.#waiting;
    if (!first) return;
    const next = this.#waiting.reduce((best, one) => (servedAt(one) < servedAt(best) ? one : best), first);
    this.#leave(next);
    this.#begin(next.address);
    next.begin();
  }
}

const tooMany = () => refusal('sign_ins_busy', {}, { retryAfter: RETRY_AFTER });
