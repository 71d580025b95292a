import type { Request } from 'express';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { refusal } from '../../domain/errors.ts';
import { addressKey } from './address-keys.ts';

/** Unknown codes per hour from one address. */
const GUESSES = 20;
const HOUR = 60 * 60;

/** Limit of guesses. */
export interface GuessLimit {
  /** RATE_LIMITED for an address that has guessed too often in this hour. */
  check(request: Request): Promise<void>;
  /** Counts a guess of the address. */
  count(request: Request): Promise<void>;
}

/** Creates a limit of guesses per address. An address that reaches it is refused for the rest of its hour, whatever it asks for. */
export function makeGuessLimit(pool: Pool, keyPrefix: string): GuessLimit {
  const limiter = new RateLimiterPostgres({
    ...{ storeClient: pool, tableName: 'rate_limits', tableCreated: true, points: GUESSES, duration: HOUR, keyPrefix },
    insuranceLimiter: new RateLimiterMemory({ points: GUESSES, duration: HOUR, keyPrefix }),
  });
  const keyOf = ({ ip = '' }: Request) => addressKey(ip);
  return {
    check: async (request) => {
      const state = await limiter.get(keyOf(request));
      if (!state || state.consumedPoints < GUESSES) return;
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      throw refusal('too_many_requests', { seconds }, { retryAfter: seconds });
    },
    count: async (request) => {
      // Rejects with the state of the limit if it was reached in the meantime.
      await limiter.consume(keyOf(request)).catch((state: RateLimiterRes | Error) => {
        if (state instanceof Error) throw state;
      });
    },
  };
}
