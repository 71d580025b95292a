import type { Request } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { MAX_BODY } from './read-body.ts';

/** Large bodies that the process handles at a time, each some 200 MB on its way from bytes to a parsed design. */
const PLACES = 4;
/** Of these, one caller's. */
const PLACES_PER_CALLER = 2;
const RETRY_AFTER = 5;

const callers = new Map<string, number>();

/**
 * Takes a place for a body of more than MAX_BODY until the response has ended. RATE_LIMITED where the caller has theirs
 * already, SERVICE_UNAVAILABLE where others have all.
 */
export function takePlace(request: Request): void {
  if (!isLarge(request)) return;
  const caller = request.headers.authorization ?? request.headers.cookie ?? '';
  const own = callers.get(caller) ?? 0;
  if (own >= PLACES_PER_CALLER)
    throw new DomainError('RATE_LIMITED', `${own} of your designs are being received already`, {
      retryAfter: RETRY_AFTER,
    });
  const taken = [...callers.values()].reduce((sum, count) => sum + count, 0);
  if (taken >= PLACES)
    throw new DomainError('SERVICE_UNAVAILABLE', 'Too many designs are being received', { retryAfter: RETRY_AFTER });
  callers.set(caller, own + 1);
  request.res?.once('close', () => {
    const left = (callers.get(caller) ?? 1) - 1;
    if (left > 0) callers.set(caller, left);
    else callers.delete(caller);
  });
}

/** Of a body that is compressed, or of unknown length, the size is not known before it is read. */
const isLarge = ({ headers }: Request): boolean =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_BODY || headers['content-encoding'] !== undefined;
