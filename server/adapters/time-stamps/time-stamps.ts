import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../../domain/errors.ts';
import { fetchTimestamp, type Timestamp, TimestampError } from '../../../proof/pdf-signature/index.ts';

/** One attempt: a server that answers takes less than a second. */
const TIMEOUT_MS = 15_000;
/** The pauses after failed attempts; with the time of the attempts themselves less than MAX_WAIT_MS. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 16_000;
/** How long a certificate waits for its time stamp in all. */
const MAX_WAIT_MS = 120_000;
/** While the server is down it is asked once in this time, for one certificate. */
const PROBE_MS = 20_000;

export interface TimeStampOptions {
  post(query: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  now(): Date;
  /** Whether a certificate without a time stamp fails rather than being signed without one. */
  isRequired: boolean;
  warn(message: string): void;
}

/**
 * Asks for time stamps, with retries. The first certificate that gets none within two minutes opens a circuit breaker: from
 * then on the server counts as down, certificates are signed without a time stamp at once, and one every 20 seconds
 * asks it a single time; the first success closes the breaker. Where time stamps are required each certificate waits its two
 * minutes, or until the server answers others again, and then fails with SERVICE_UNAVAILABLE, so that its job is retried.
 */
export function makeTimestamps({ post, now, isRequired, warn }: TimeStampOptions): Timestamp {
  const breaker = makeBreaker();
  const attempt = async (digest: Uint8Array) => {
    const token = await fetchTimestamp(digest, { post, now, timeoutMs: TIMEOUT_MS });
    breaker.close();
    return token;
  };
  return async (digest) => {
    const end = performance.now() + MAX_WAIT_MS;
    let wait = FIRST_PAUSE_MS;
    for (;;) {
      const isProbe = breaker.isOpen();
      const reason = isProbe && !breaker.mayProbe() ? breaker.reason() : await attempt(digest).catch(reasonOf);
      if (typeof reason !== 'string') return reason;
      const mayWait = performance.now() + wait + TIMEOUT_MS < end;
      if (mayWait && (isRequired || !breaker.isOpen())) {
        await pause(wait);
        wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
        continue;
      }
      breaker.open(reason);
      if (isRequired) throw new DomainError('SERVICE_UNAVAILABLE', `No time stamp: ${reason}`, { retryAfter: 30 });
      warn(`a PDF is signed without a time stamp: ${reason}`);
      return null;
    }
  };
}

/** What all certificates know of the server. */
function makeBreaker() {
  let failure: string | null = null;
  let probeAt = 0;
  return {
    isOpen: () => failure !== null,
    reason: () => failure ?? '',
    /** Whether the server may be asked although it is down; the one who is told so asks it. */
    mayProbe: () => {
      if (performance.now() < probeAt) return false;
      probeAt = performance.now() + PROBE_MS;
      return true;
    },
    open: (reason: string) => {
      if (failure === null) probeAt = performance.now() + PROBE_MS;
      failure = reason;
    },
    close: () => {
      failure = null;
    },
  };
}

/** TimestampError is the expected failure: anything else is an error of ours. */
function reasonOf(error: unknown): string {
  if (error instanceof TimestampError) return error.message;
  throw error;
}
