import { Text, Tooltip } from '@mantine/core';
import { LOCALE } from '../language/language.ts';

const number = new Intl.NumberFormat(LOCALE);
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

export const formatNumber = (value: number): string => number.format(value);
/** Formats a day given as `YYYY-MM-DD`. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** Formats the last day that begins before a moment in a time zone. */
export const formatLastDay = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone }).format(new Date(moment).getTime() - 1);
export const formatDateTime = (moment: string): string => dateTime.format(new Date(moment));

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats the time since a moment in whole units, up to a week; after that, the date. Days are those of the calendar. */
function formatAgo(moment: string): string {
  const at = new Date(moment);
  const seconds = (at.getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return formatDateTime(moment);
  const [unit, length] = UNITS.find(([, of]) => Math.abs(seconds) >= of) ?? ['second', 1];
  // “Yesterday” is wrong for the evening before it, although fewer than 48 hours have passed.
  const days = unit === 'day' ? dayNumber(at) - dayNumber(new Date()) : 0;
  return relative.format(days || Math.trunc(seconds / length), unit);
}

/** Number of a day in the user's time zone. */
const dayNumber = (of: Date): number => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate()) / 86_400_000;

/** Shows a relative time, with the exact time in a tooltip. */
export function Ago({ moment, empty = '–' }: { moment: string | null; empty?: string }) {
  if (!moment) return <Text span>{empty}</Text>;
  return (
    <Tooltip label={formatDateTime(moment)}>
      <time dateTime={moment}>{formatAgo(moment)}</time>
    </Tooltip>
  );
}
