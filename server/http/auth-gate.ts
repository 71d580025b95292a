import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { refusal } from '../../domain/errors.ts';

const WINDOW_MS = 60_000;
/** Calls of one caller to one path in a minute, where no other number is given: better-auth's own. */
const DEFAULT_LIMIT = 60;
/** Callers that are remembered. */
const MAX_CALLERS = 50_000;
/** Delay of a refusal, so that a flood on a few connections does not use the process up. */
const REFUSAL_MS = { least: 1000, most: 3000 };

/** Unauthenticated calls in progress: as many as their pool has connections. */
const MAX_RUNNING = 2;
/** Unauthenticated calls that wait: of one address, and of all. */
const MAX_WAITING_OF_ONE = 20;
const MAX_WAITING = 500;
const WAIT_MS = 10_000;
/** Rest of a place while calls wait, as a multiple of the time that its call took. */
const REST = 3;
const MAX_REST_MS = 1000;
const RETRY_AFTER = 5;

/** Waits for a random time: refusals that were delayed alike would come back all at once. */
const delayRefusal = (): Promise<void> =>
  sleep(REFUSAL_MS.least + Math.random() * (REFUSAL_MS.most - REFUSAL_MS.least), undefined, { ref: false });

/** Counts calls by caller and path in memory, before their body is read and before they take a connection. */
export function makeAuthLimits(
  limits: Readonly<Record<string, number>>,
): (caller: string, path: string) => Promise<void> {
  const counts = new LRUCache<string, { calls: number; endsAt: number }>({ max: MAX_CALLERS, ttl: WINDOW_MS });
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

/** Runs unauthenticated calls a few at a time. The address that was served the longest time ago is next. */
export class AuthQueue {
  #running = 0;
  #waiting: Waiting[] = [];
  readonly #served = new LRUCache<string, number>({ max: MAX_CALLERS });

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

  /** While calls wait, a place rests after each: passwords cost processor time, and most of it is for those who are signed in. */
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
