import type { Pool } from 'pg';
import { type DomainError, refusal } from '../../domain/errors.ts';
import { sha256 } from '../../domain/shared/crypto.ts';
import { deviceOf, newDevice } from './device-cookies.ts';

/** Number of failures in a row before the first delay, which is 1 s. Each further failure doubles the delay. */
const FIRST_DELAYED = 5;
const MAX_DELAY_MS = 60_000;
/** Time after the last failure until all failures are forgotten. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const LAST = `(r.expire - ${KEPT_MS})`;
const DELAY = `(case when r.points < ${FIRST_DELAYED} then 0
  else least(${MAX_DELAY_MS}, 1000 * 2 ^ least(r.points - ${FIRST_DELAYED}, 10))::bigint end)`;
/**
 * Matches an expired row, or one with a last failure in the future. The latter means that the clock was set back, and no sign-in waits that
 * long.
 */
const IS_STALE = `(r.expire <= ${NOW} or ${LAST} > ${NOW} + 1000)`;

/** Counts the attempt as a failure unless a delay is running. A single statement, so that no concurrent attempt sees an outdated count. */
const BEGIN = `
  with attempt as (
    insert into rate_limits as r (key, points, expire) values ($1, 1, ${NOW} + ${KEPT_MS})
    on conflict (key) do update set
      points = case when ${IS_STALE} then 1 else r.points + 1 end, expire = excluded.expire
      where ${IS_STALE} or ${LAST} + ${DELAY} <= ${NOW}
    returning true
  )
  select (${LAST} + ${DELAY} - ${NOW})::float8 as wait from rate_limits r
  where key = $1 and not exists (select from attempt)`;
const FORGET = 'delete from rate_limits where key = $1';
const UNDO = 'update rate_limits set points = greatest(0, points - 1) where key = $1';

interface Attempt {
  /** Ends the attempt with the status of its answer. Returns the cookie to set after a success. */
  end(status: number): Promise<string | null>;
}

interface Options {
  secrets(): readonly [string, ...string[]];
  isSecure: boolean;
}

/**
 * Delays sign-ins to an account after failures. Each browser that signed in to the account or reset its password has its own counter, so
 * failures elsewhere do not delay its owner. Unknown addresses are treated like known ones.
 */
export function makeSignInDelays(options: Options) {
  const begin = async (pool: Pool, email: string, cookies: string): Promise<Attempt> => {
    const account = accountOf(email);
    const device = deviceOf(cookies, account, options.secrets());
    const key = `sign-in:${device === null ? account : sha256(device).toString('hex')}`;
    const { rows } = await pool.query<{ wait: number }>(BEGIN, [key]);
    if (rows[0]) throw tooMany(rows[0].wait);
    return {
      end: async (status) => {
        // Any other status says nothing about the password.
        if (status !== 401) await pool.query(status === 200 ? FORGET : UNDO, [key]);
        return status === 200 && device === null ? newDevice(account, options) : null;
      },
    };
  };
  /** Returns the cookie for a browser that proved access to the account's mailbox. */
  const deviceCookie = (email: string): string => newDevice(accountOf(email), options);
  return { begin, deviceCookie };
}

const accountOf = (email: string): string => sha256(email.toLowerCase()).toString('hex');

function tooMany(wait: number): DomainError {
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  return refusal('account_delayed', { seconds }, { retryAfter: seconds });
}
