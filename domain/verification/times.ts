import { MAX_RENDERING_DAYS } from '../limits.ts';
import { FILES } from '../seals/record.ts';
import type { Found } from './find.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Longest time from a seal to its entry in the log. It takes a second; while the log is being restored, it waits for the operator. */
const MAX_LOGGING_DAYS = 30;

/**
 * Returns false for a certificate that states another time than its seals and their entries in the log allow: issued before it was sealed,
 * sealed before it was logged, and each soon after the one before. Whoever holds a signing key can state any time; times in the
 * log never go back.
 */
export const areTimesPlausible = ({ createdAt, seals }: Pick<Found, 'createdAt' | 'seals'>): boolean =>
  seals.every(
    ({ number, createdAt: sealedAt, loggedAt }) =>
      isWithin(createdAt, sealedAt, number === FILES ? MAX_RENDERING_DAYS : Number.POSITIVE_INFINITY) &&
      (!loggedAt || isWithin(sealedAt, loggedAt, MAX_LOGGING_DAYS)),
  );

function isWithin(earlier: Date, later: Date, days: number): boolean {
  const elapsed = later.getTime() - earlier.getTime();
  return elapsed >= 0 && elapsed <= days * DAY_MS;
}
