import { MAX_RENDERING_DAYS } from '../limits.ts';
import { FILES } from '../seals/record.ts';
import { isSandbox } from '../shared/ids.ts';
import type { Found } from './find.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Longest time from a seal to its entry in the log. Usually it is 1 s. While the log is being restored, it depends on the operator. */
const MAX_LOGGING_DAYS = 30;

/**
 * Returns false if a certificate's time contradicts its seals and their log entries. Each must be issued before it was sealed and sealed
 * before it was logged, with limited intervals. The holder of a signing key can state any time, but times in the log never go back.
 */
export function areTimesPlausible({
  organisationId,
  createdAt,
  seals,
}: Pick<Found, 'organisationId' | 'createdAt' | 'seals'>): boolean {
  // The clock of test mode can be moved by years during a rendering.
  const renderingDays = isSandbox(organisationId) ? Number.POSITIVE_INFINITY : MAX_RENDERING_DAYS;
  return seals.every(
    ({ number, createdAt: sealedAt, loggedAt }) =>
      isWithin(createdAt, sealedAt, number === FILES ? renderingDays : Number.POSITIVE_INFINITY) &&
      (!loggedAt || isWithin(sealedAt, loggedAt, MAX_LOGGING_DAYS)),
  );
}

function isWithin(earlier: Date, later: Date, days: number): boolean {
  const elapsed = later.getTime() - earlier.getTime();
  return elapsed >= 0 && elapsed <= days * DAY_MS;
}
