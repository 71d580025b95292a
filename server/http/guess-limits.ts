import type { Request } from 'express';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { refusal } from '../../domain/errors.ts';
import { addressKey, clientAddress } from './address-keys.ts';

/** Unknown codes per hour from one address. */
const GUESSES = 20;
const HOUR = 60 * 60;

/** Limit of guesses. */
export interface GuessLimit {
  /**
   * Counts a guess of the address before its code is looked up, so that concurrent guesses count each other. RATE_LIMITED for an address
   * that has guessed too often in this hour. Returns a function that takes the guess back, for a code that exists.
   */
  count(request: Request): Promise<() => Promise<unknown>>;
}

/** Creates a limit of guesses per address. An address that reaches it is refused for the rest of its hour, whatever it asks for. */
export function makeGuessLimit(pool: Pool, keyPrefix: string): GuessLimit {
  const limiter = new RateLimiterPostgres({
    ...{ storeClient: pool, tableName: 'rate_limits', tableCreated: true, points: GUESSES, duration: HOUR, keyPrefix },
    insuranceLimiter: new RateLimiterMemory({ points: GUESSES, duration: HOUR, keyPrefix }),
  });
  const keyOf = (request: Request) => addressKey(clientAddress(request));
  return {
    count: async (request) => {
      const key = keyOf(request);
      await limiter.consume(key).catch((state: RateLimiterRes | Error) => {
        if (state instanceof Error) throw state;
        const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
        throw refusal('too_many_requests', { seconds }, { retryAfter: seconds });
      });
      return () => limiter.reward(key);
    },
  };
}
