import type { Response } from 'express';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../domain/errors.ts';
import type { Limit } from '../../procedures/context.ts';
import type { Config } from '../config.ts';
import { shareCall } from './share-call.ts';

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

/**
 * The limits of specification part 8. While the database is unavailable each process counts for itself. What one caller sends
 * at once is counted by few statements: of a short call each is a third of the work.
 */
export function makeRateLimits(config: Config, pool: Pool): ConsumeLimit {
  const make = (quota: number, keyPrefix: Limit) => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      points: quota,
      duration: MINUTE,
      keyPrefix,
      inMemoryBlockOnConsumed: quota + 1,
      insuranceLimiter: new RateLimiterMemory({ points: quota, duration: MINUTE, keyPrefix }),
    });
    return { quota, count: shareCall((who, calls) => consume(limiter, who, calls)) };
  };
  const limits = {
    certificates: make(config.RATE_LIMIT_CERTIFICATES, 'certificates'),
    batches: make(config.RATE_LIMIT_BATCHES, 'batches'),
    default: make(config.RATE_LIMIT_DEFAULT, 'default'),
    verify: make(config.RATE_LIMIT_VERIFY, 'verify'),
    people: make(PEOPLE, 'people'),
  };
  return async (limit, who, response) => {
    const { quota, count } = limits[limit];
    const { result, place, size } = await count(who);
    // A caller that this process knows to be beyond the limit is not counted at all.
    const used = result.consumedPoints === 0 ? Number.POSITIVE_INFINITY : result.consumedPoints - (size - 1 - place);
    const reset = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
    response?.set(rateLimitHeaders({ limit, quota, remaining: Math.max(0, quota - used), reset }));
    if (used <= quota) return;
    throw new DomainError('RATE_LIMITED', `Too many requests: try again in ${reset} s`, { retryAfter: reset });
  };
}

/** Counts so many calls of a caller, whether they are within the limit or not. */
async function consume(limiter: RateLimiterPostgres, who: string, calls: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(who, calls);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
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
