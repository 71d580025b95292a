import { Temporal } from 'temporal-polyfill';

/** Zone of organisations that have not set one. */
export const UTC = 'UTC';

/** A number of calendar units. */
export type Span = { months: number } | { days: number };

/**
 * Returns true for the name of a time zone (IANA), such as `Europe/Paris`. Aliases such as `US/Eastern` are names, offsets such as `+01:00`
 * are not.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns the day (YYYY-MM-DD) of a time in a zone. */
export const dayOf = (time: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** Returns the start of a day (YYYY-MM-DD) in a zone, which is midnight, or later where clocks skip it. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/**
 * Returns the end of a day (YYYY-MM-DD) in a zone: the start of the next day.
 */
export const endOfDay = (day: string, timeZone: string): Date => startOfDay(addToDay(day, { days: 1 }), timeZone);

/** Recent results of `daysBefore`, because thousands of certificates expire at the same midnight. */
const RECENT = new Map<string, number>();
const MAX_RECENT = 1000;

/** Returns the time that has the same time of day in a zone, some days before. */
export function daysBefore(time: Date, days: number, timeZone: string): Date {
  const key = `${time.getTime()} ${days} ${timeZone}`;
  let found = RECENT.get(key);
  if (found === undefined) {
    found = Temporal.Instant.fromEpochMilliseconds(time.getTime())
      .toZonedDateTimeISO(timeZone)
      .subtract({ days }).epochMilliseconds;
    if (RECENT.size >= MAX_RECENT) RECENT.clear();
    RECENT.set(key, found);
  }
  return new Date(found);
}

/** Returns the last day that begins before a time, so that `endOfDay` of any day has that day as its last. */
export const lastDayBefore = (time: Date, timeZone: string): string => dayOf(new Date(time.getTime() - 1), timeZone);

/** Returns the day after a span. Months that are shorter clip to their last day: 31 January and one month is 28 or 29 February. */
export const addToDay = (day: string, span: Span): string => Temporal.PlainDate.from(day).add(span).toString();
