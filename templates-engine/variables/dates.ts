/** Date, and date with time (ISO 8601, extended format), with or without an offset. */
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

export interface ReadDate {
  time: Date;
  /** Set for a day without a time, which is the same day in every time zone. */
  isDay: boolean;
}

/** Reads a date in the form that variables accept. Without an offset it is in UTC. Returns null for anything else, such as 30 February. */
export function readDate(value: string): ReadDate | null {
  if (DATE.test(value)) return isOnCalendar(value) ? { time: new Date(`${value}T00:00:00Z`), isDay: true } : null;
  const [, day, , offset] = DATE_TIME.exec(value) ?? [];
  if (day === undefined || !isOnCalendar(day)) return null;
  return { time: new Date(offset === undefined ? `${value}Z` : value), isDay: false };
}

/** Returns true if the day exists in its month. Years are 0001 to 9999. */
function isOnCalendar(date: string): boolean {
  if (date < '0001-01-01') return false;
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}
