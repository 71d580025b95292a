import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { refusal } from '../../domain/errors.ts';
import { type Batched, makeBatcher } from '../../domain/shared/batcher.ts';
import { atMost } from '../../domain/shared/entries.ts';
import type { Limit } from '../../procedures/context.ts';
import type { Config } from '../config.ts';
import { countLater } from './count-later.ts';

const MINUTE = 60;
/** Calls per minute of a dashboard user. A screen makes several, and the designer requests previews continuously. */
const PEOPLE = 1200;
/** Limit of a /48 of IPv6 addresses, as a multiple of the limit of a /64. A site has several subscribers. */
const NETWORK_FACTOR = 10;
/** Maximum callers whose concurrent calls share a statement. Calls of further callers have a statement each. */
const MAX_CALLERS = 10_000;
/** Maximum wait for the previous statement, in ms. */
const PATIENCE_MS = 100;

/** Group of callers that share a multiple of one caller's limit. */
type Group = { kind: 'organisation' | 'network'; who: string };

interface Caller {
  who: string;
  group?: Group | null;
}

/** State of a caller's limit after a call. */
interface Standing {
  /** Name of the limit in the headers. */
  name: string;
  /** Calls per minute, and the number used. */
  quota: number;
  used: number;
  /** Seconds until the limit is reset. */
  reset: number;
}

/**
 * Counts one call of a caller and of its group, in PostgreSQL across all processes. Sets the response's headers. RATE_LIMITED beyond a
 * limit. A call refused by the caller's own limit does not count for the group.
 */
export type ConsumeLimit = (limit: Limit, caller: Caller, response: Response | undefined) => Promise<void>;

/**
 * Creates the limits of specification part 8, and those of groups. While the database is unavailable, each process counts on its own. A few
 * statements count the concurrent calls of one caller, because a statement is a third of a short call's work.
 */
export function makeRateLimits(config: Config, pool: Pool): ConsumeLimit {
  const optionsOf = (points: number, keyPrefix: string) => ({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    points,
    duration: MINUTE,
    keyPrefix,
    insuranceLimiter: new RateLimiterMemory({ points, duration: MINUTE, keyPrefix }),
  });
  const make = (quota: number, name: string) => {
    const limiter = new RateLimiterPostgres({ ...optionsOf(quota, name), inMemoryBlockOnConsumed: quota + 1 });
    const callers = new LRUCache<string, (who: string) => Promise<Batched<RateLimiterRes>>>({
      ...atMost(MAX_CALLERS),
      memoMethod: (who) => makeBatcher((calls: readonly string[]) => consume(limiter, who, calls.length), PATIENCE_MS),
    });
    return { quota, count: (who: string) => callers.memo(who)(who) };
  };
  const makeGroup = (quota: number, name: string) => {
    const limiter = new RateLimiterPostgres(optionsOf(quota, name));
    return { quota, name, count: countLater((who, calls) => consume(limiter, who, calls)) };
  };
  const makeAll = (quota: number, limit: Limit) => ({
    caller: make(quota, limit),
    organisation: makeGroup(quota * config.RATE_LIMIT_ORGANISATION, `${limit}-organisation`),
    network: makeGroup(quota * NETWORK_FACTOR, `${limit}-network`),
  });
  const limits = {
    certificates: makeAll(config.RATE_LIMIT_CERTIFICATES, 'certificates'),
    batches: makeAll(config.RATE_LIMIT_BATCHES, 'batches'),
    default: makeAll(config.RATE_LIMIT_DEFAULT, 'default'),
    verify: makeAll(config.RATE_LIMIT_VERIFY, 'verify'),
    people: makeAll(PEOPLE, 'people'),
    'sign-in': makeAll(config.RATE_LIMIT_SIGN_IN, 'sign-in'),
  };
  return async (limit, { who, group }, response) => {
    const { caller, ...groups } = limits[limit];
    const { result, index, size } = await caller.count(who);
    const own = { name: limit, quota: caller.quota, used: usedOf(result) - (size - 1 - index), reset: resetOf(result) };
    report(own, response);
    if (!group) return;
    const { quota, name, count } = groups[group.kind];
    const { used, msBeforeNext } = await count(group.who, quota);
    // The headers show the caller's own limit unless the group is refused.
    if (used > quota) report({ name, quota, used, reset: resetOf({ msBeforeNext }) }, response);
  };
}

/** Sets the headers. RATE_LIMITED if the limit is exceeded. */
function report({ name, quota, used, reset }: Standing, response: Response | undefined): void {
  response?.set(rateLimitHeaders(name, { quota, remaining: Math.max(0, quota - used), reset }));
  if (used > quota) throw refusal('too_many_requests', { seconds: reset }, { retryAfter: reset });
}

/** Counts these calls of a caller, within the limit or not. */
async function consume(limiter: RateLimiterPostgres, who: string, calls: number): Promise<RateLimiterRes> {
  const result = await limiter.consume(who, calls).catch(refusalOf);
  if (result.msBeforeNext <= MINUTE * 1000) return result;
  // The clock was set back since the window started, so the wait would be equally long.
  await limiter.delete(who);
  return limiter.consume(who, calls).catch(refusalOf);
}

function refusalOf(refusal: unknown): RateLimiterRes {
  if (refusal instanceof RateLimiterRes) return refusal;
  throw refusal;
}

/** Returns the used calls. A caller that this process knows to be beyond the limit is not counted. */
const usedOf = ({ consumedPoints }: RateLimiterRes): number =>
  consumedPoints === 0 ? Number.POSITIVE_INFINITY : consumedPoints;

const resetOf = ({ msBeforeNext }: { msBeforeNext: number }): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Returns the header fields of draft-ietf-httpapi-ratelimit-headers-10. */
const rateLimitHeaders = (
  name: string,
  { quota, remaining, reset }: Omit<Standing, 'name' | 'used'> & { remaining: number },
) => ({
  'RateLimit-Policy': `"${name}";q=${quota};w=${MINUTE}`,
  RateLimit: `"${name}";r=${remaining};t=${reset}`,
});
