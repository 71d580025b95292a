import { Temporal } from 'temporal-polyfill';
import { remember } from './remember.ts';

/** Zone of organisations that have not set one. */
export const UTC = 'UTC';

/** A number of calendar units. */
export type Span = { months: number } | { days: number };

/**
 * Returns true for the name of a time zone (IANA), such as `Europe/Paris`. Aliases such as `US/Eastern` are names, offsets such as `+01:00`
 * are not.
 */
export const isTimeZone: (name: string) => boolean = remember((name) => {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
});

/** Returns the day (YYYY-MM-DD) of a time in a zone. */
export const dayOf = (time: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** Returns the start of a day (YYYY-MM-DD) in a zone, which is midnight, or later where clocks skip it. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/** Returns the start of a day in a zone as ISO 8601 with the zone's offset, so that the text begins with that day. */
export const startOfDayText = (day: string, timeZone: string): string =>
  Temporal.PlainDate.from(day)
    .toZonedDateTime(timeZone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
    .replace(/\+00:00$/, 'Z');

/**
 * Returns the end of a day (YYYY-MM-DD) in a zone: the start of the next day.
 */
export const endOfDay = (day: string, timeZone: string): Date => startOfDay(addToDay(day, { days: 1 }), timeZone);

/** Returns the time that has the same time of day in a zone, some days before. */
export const daysBefore = (time: Date, days: number, timeZone: string): Date =>
  new Date(subtracted(`${time.getTime()} ${days} ${timeZone}`));

/** Remembered, because thousands of certificates expire at the same midnight. */
const subtracted = remember((text: string): number => {
  const [time, days, timeZone = UTC] = text.split(' ');
  return Temporal.Instant.fromEpochMilliseconds(Number(time))
    .toZonedDateTimeISO(timeZone)
    .subtract({ days: Number(days) }).epochMilliseconds;
});

/** Returns the last day that begins before a time, so that `endOfDay` of any day has that day as its last. */
export const lastDayBefore = (time: Date, timeZone: string): string => dayOf(new Date(time.getTime() - 1), timeZone);

/** Returns the day after a span. Months that are shorter clip to their last day: 31 January and one month is 28 or 29 February. */
export const addToDay = (day: string, span: Span): string => Temporal.PlainDate.from(day).add(span).toString();
