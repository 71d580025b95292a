import type { Request } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { MAX_DESIGN_BYTES } from '../../../domain/limits.ts';
import { MAX_BODY } from './read-body.ts';

/** Bytes of large bodies that the process has at a time: each costs five times as much on its way to a parsed design. */
const BUDGET = 2 * MAX_DESIGN_BYTES;
/** Large bodies of one caller at a time. */
const PER_CALLER = 2;
/** How many bodies wait for others to be done, unread and so without memory, and how long. */
const MAX_WAITING = 32;
const WAIT_MS = 10_000;
const RETRY_AFTER = 5;

interface Place {
  caller: string;
  bytes: number;
  /** Lets a body that waits be read. */
  admit(): void;
}

let taken = 0;
const reading = new Set<Place>();
const waiting = new Set<Place>();

/**
 * Takes a place for a body of more than MAX_BODY until the response has ended; waits for one for a while. RATE_LIMITED where
 * the caller has theirs already, SERVICE_UNAVAILABLE where others have all for too long.
 */
export async function takePlace(request: Request): Promise<void> {
  const bytes = sizeOf(request);
  if (bytes <= MAX_BODY) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const place: Place = { caller: callerOf(request), bytes, admit: resolve };
  if (placesOf(place.caller) >= PER_CALLER)
    throw new DomainError('RATE_LIMITED', `${PER_CALLER} of your designs are being received already`, {
      retryAfter: RETRY_AFTER,
    });
  if (waiting.size >= MAX_WAITING) throw tooMany();
  request.res?.once('close', () => {
    leave(place);
    reject(tooMany());
  });
  waiting.add(place);
  admitWaiting();
  const timer = setTimeout(() => reject(tooMany()), WAIT_MS);
  await promise.finally(() => {
    clearTimeout(timer);
    waiting.delete(place);
  });
}

const tooMany = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'Too many designs are being received', { retryAfter: RETRY_AFTER });

const callerOf = ({ headers }: Request): string => headers.authorization ?? headers.cookie ?? '';

const placesOf = (caller: string): number => [...reading, ...waiting].filter((place) => place.caller === caller).length;

/** Those that came first are first, as far as there is room. */
function admitWaiting(): void {
  for (const place of waiting) {
    if (taken + place.bytes > BUDGET) return;
    waiting.delete(place);
    reading.add(place);
    taken += place.bytes;
    place.admit();
  }
}

function leave(place: Place): void {
  if (reading.delete(place)) taken -= place.bytes;
  waiting.delete(place);
  admitWaiting();
}

/** The most that a body can have: one that is compressed, or of unknown length, may have all. */
function sizeOf({ headers }: Request): number {
  const isKnown = headers['content-length'] !== undefined && headers['content-encoding'] === undefined;
  return isKnown ? Math.min(Number(headers['content-length']), MAX_DESIGN_BYTES) : MAX_DESIGN_BYTES;
}
