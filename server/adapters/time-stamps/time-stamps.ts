import { setTimeout as pause } from 'node:timers/promises';
import { refusal } from '../../../domain/errors.ts';
import { fetchTimestamp, type Timestamp, TimestampError } from '../../../proof/pdf-signature/index.ts';

/** Durations, in ms. */
interface TimeStampTimes {
  /** Timeout of one attempt. A working server answers in less than 1 s. */
  attempt: number;
  /** Pause after the first failed attempt. Each further one doubles it, up to the longest. */
  firstPause: number;
  longestPause: number;
  /** Maximum time that a certificate waits for its time stamp. */
  wait: number;
  /** Interval between probes while the server is down. One certificate sends each probe. */
  probe: number;
}

const TIMES: TimeStampTimes = {
  attempt: 15_000,
  firstPause: 1_000,
  longestPause: 16_000,
  wait: 120_000,
  probe: 20_000,
};

export interface TimeStampOptions {
  post(query: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  now(): Date;
  /** True if a certificate waits for its time stamp instead of being signed without one. */
  isRequired: boolean;
  warn(message: string): void;
  times?: TimeStampTimes;
}

/**
 * Requests time stamps, with retries and a circuit breaker. The first certificate without a time stamp after two minutes opens the breaker:
 * the server counts as down, and certificates are signed without a time stamp immediately. Every 20 s one certificate sends a single probe,
 * and the first success closes the breaker. If time stamps are required, SERVICE_UNAVAILABLE postpones the certificate instead.
 */
export function makeTimestamps({ post, now, isRequired, warn, times = TIMES }: TimeStampOptions): Timestamp {
  const breaker = makeBreaker(times.probe);
  const attempt = async (digest: Uint8Array) => {
    const token = await fetchTimestamp(digest, { post, now, timeoutMs: times.attempt });
    breaker.close();
    return token;
  };
  return async (digest) => {
    const end = performance.now() + times.wait;
    let wait = times.firstPause;
    for (;;) {
      const isProbe = breaker.isOpen();
      const reason = isProbe && !breaker.mayProbe() ? breaker.reason() : await attempt(digest).catch(reasonOf);
      if (typeof reason !== 'string') return reason;
      const mayWait = performance.now() + wait + times.attempt < end;
      if (mayWait && !breaker.isOpen()) {
        await pause(wait);
        wait = Math.min(wait * 2, times.longestPause);
        continue;
      }
      breaker.open(reason);
      if (isRequired) throw refusal('signing_unavailable', { reason: `no time stamp (${reason})` }, { retryAfter: 30 });
      warn(`a PDF is signed without a time stamp: ${reason}`);
      return null;
    }
  };
}

/** Tracks the state of the server for all certificates. */
function makeBreaker(probeMs: number) {
  let failure: string | null = null;
  let probeAt = 0;
  return {
    isOpen: () => failure !== null,
    reason: () => failure ?? '',
    /** Returns true if the caller must probe the server although it is down. */
    mayProbe: () => {
      if (performance.now() < probeAt) return false;
      probeAt = performance.now() + probeMs;
      return true;
    },
    open: (reason: string) => {
      if (failure === null) probeAt = performance.now() + probeMs;
      failure = reason;
    },
    close: () => {
      failure = null;
    },
  };
}

/** Returns the reason of a TimestampError, which is expected. Rethrows any other error, which is a bug. */
function reasonOf(error: unknown): string {
  if (error instanceof TimestampError) return error.message;
  throw error;
}
