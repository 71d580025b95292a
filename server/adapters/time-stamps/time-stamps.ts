import { setTimeout as pause } from 'node:timers/promises';
import { refusal } from '../../../domain/errors.ts';
import { fetchTimestamp, type Timestamp, TimestampError } from '../../../proof/pdf-signature/index.ts';

/** How long things take, in milliseconds. */
interface TimeStampTimes {
  /** One attempt: a server that answers takes less than a second. */
  attempt: number;
  /** The pause after the first failed attempt; each one doubles it, up to the longest. */
  firstPause: number;
  longestPause: number;
  /** How long a certificate waits for its time stamp in all. */
  wait: number;
  /** While the server is down it is asked once in this time, for one certificate. */
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
  /** Whether a certificate waits for its time stamp rather than being signed without one. */
  isRequired: boolean;
  warn(message: string): void;
  times?: TimeStampTimes;
}

/**
 * Asks for time stamps, with retries. The first certificate that gets none within two minutes opens a circuit breaker: from
 * then on the server counts as down, certificates are signed without a time stamp at once, and one every 20 seconds
 * asks it a single time; the first success closes the breaker. Where time stamps are required, SERVICE_UNAVAILABLE takes the
 * place of a signature without one, so that the certificate is postponed.
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

/** What all certificates know of the server. */
function makeBreaker(probeMs: number) {
  let failure: string | null = null;
  let probeAt = 0;
  return {
    isOpen: () => failure !== null,
    reason: () => failure ?? '',
    /** Whether the server may be asked although it is down; the one who is told so asks it. */
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

/** TimestampError is the expected failure: anything else is an error of ours. */
function reasonOf(error: unknown): string {
  if (error instanceof TimestampError) return error.message;
  throw error;
}
