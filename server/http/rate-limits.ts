import type { Response } from 'express';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../domain/errors.ts';
import type { Limit } from '../../procedures/context.ts';
import type { Config } from '../config.ts';

const MINUTE = 60;
/** Calls a minute of a person in the dashboard: a screen makes several, and the designer requests previews continuously. */
const PEOPLE = 1200;

/** Where a caller stands with a limit after a call. */
interface Standing {
  limit: Limit;
  /** Calls a minute, and how many of them are left. */
  quota: number;
  remaining: number;
  /** Seconds until all of them are there again. */
  reset: number;
}

/**
 * Counts one call of `who`, in PostgreSQL for all processes together, and tells the response's headers how it stands;
 * RATE_LIMITED if the limit is exceeded.
 */
export type ConsumeLimit = (limit: Limit, who: string, response: Response | undefined) => Promise<void>;

/** The limits of specification part 8. While the database is unavailable each process counts for itself. */
export function makeRateLimits(config: Config, pool: Pool): ConsumeLimit {
  const make = (points: number, keyPrefix: Limit) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      points,
      duration: MINUTE,
      keyPrefix,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory({ points, duration: MINUTE, keyPrefix }),
    });
  const limiters = {
    certificates: make(config.RATE_LIMIT_CERTIFICATES, 'certificates'),
    batches: make(config.RATE_LIMIT_BATCHES, 'batches'),
    default: make(config.RATE_LIMIT_DEFAULT, 'default'),
    verify: make(config.RATE_LIMIT_VERIFY, 'verify'),
    people: make(PEOPLE, 'people'),
  } satisfies Record<Limit, RateLimiterPostgres>;
  return async (limit, who, response) => {
    const quota = limiters[limit].points;
    const tell = ({ remainingPoints: remaining, msBeforeNext }: RateLimiterRes): number => {
      const reset = Math.max(1, Math.ceil(msBeforeNext / 1000));
      response?.set(rateLimitHeaders({ limit, quota, remaining, reset }));
      return reset;
    };
    try {
      tell(await limiters[limit].consume(who));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfter = tell(refusal);
      throw new DomainError('RATE_LIMITED', `Too many requests: try again in ${retryAfter} s`, { retryAfter });
    }
  };
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10. */
const rateLimitHeaders = ({ limit, quota, remaining, reset }: Standing) => ({
  'RateLimit-Policy': `"${limit}";q=${quota};w=${MINUTE}`,
  RateLimit: `"${limit}";r=${remaining};t=${reset}`,
});

/** An IPv6 subscriber has a whole /64, so IPv6 is counted by /64 (RFC 6177). */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].slice(0, 4).join(':');
}
