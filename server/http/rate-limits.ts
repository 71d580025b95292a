import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../domain/errors.ts';
import type { Limit } from '../../procedures/context.ts';
import type { Config } from '../config.ts';

const MINUTE = 60;
/** Calls a minute of a person in the dashboard: a screen makes several, and the designer requests previews continuously. */
const PEOPLE = 1200;

/** Counts one call of `who`, in PostgreSQL for all processes together; RATE_LIMITED if the limit is exceeded. */
export type ConsumeLimit = (limit: Limit, who: string) => Promise<void>;

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
  return async (limit, who) => {
    try {
      await limiters[limit].consume(who);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new DomainError('RATE_LIMITED', `Too many requests: try again in ${retryAfter} s`, { retryAfter });
    }
  };
}

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
