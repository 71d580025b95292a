/** Temporary refusals are retried until this long after the request, in ms. */
const RETRIED_MS = 72 * 60 * 60 * 1000;
const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = 5 * 60_000;

/** Returns true while a mail that was refused temporarily is tried again. */
export const mayRetry = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() < RETRIED_MS;

/** Time of the next attempt after so many temporary refusals: twice as late each time, with jitter. */
export function retryAt(now: Date, refusals: number): Date {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(refusals, 10));
  return new Date(now.getTime() + longest * (0.5 + Math.random() / 2));
}
