/** Time after the request during which temporary refusals are retried, in ms. */
const RETRIED_MS = 72 * 60 * 60 * 1000;
const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = 5 * 60_000;

/** Returns true if a temporarily refused mail can still be retried. */
export const mayRetry = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() < RETRIED_MS;

/** Returns the time of the next attempt. The delay doubles with each temporary refusal, with jitter. */
export function retryAt(now: Date, refusals: number): Date {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(refusals, 10));
  return new Date(now.getTime() + longest * (0.5 + Math.random() / 2));
}
