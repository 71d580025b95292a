import pg from 'pg';

/** Bounds of stored times: years with four digits. */
const EARLIEST = new Date('0001-01-01T00:00:00.000Z');
const LATEST = new Date('9999-12-31T23:59:59.999Z');

const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => Date | number;

/**
 * Returns the time in a column of PostgreSQL. It is always a valid Date: `infinity` and years outside 1 to 9999, which only SQL can write,
 * become the nearest bound.
 */
export const readTime = (text: string): Date => bounded(parse(text), text);

/** Returns the same of a time in JSON that PostgreSQL made. */
export const readJsonTime = (text: string): Date => bounded(new Date(text), text);

/** Returns the day in a column of PostgreSQL as YYYY-MM-DD, within the same bounds. */
export const readDay = (text: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? text : nearest(text).toISOString().slice(0, 10);

const bounded = (time: Date | number, text: string): Date =>
  time instanceof Date && time >= EARLIEST && time <= LATEST ? time : nearest(text);

const nearest = (text: string): Date => (/^-infinity$| BC$/.test(text) ? EARLIEST : LATEST);
