import type { Request } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { readForm } from './read-form.ts';

/** Bytes of forms that a process holds at once. */
const MAX_BYTES = 128_000_000;
/** The same for one caller, so that none takes the space of all. */
const MAX_BYTES_OF_CALLER = 32_000_000;

type ReadForm = () => Promise<FormData>;

const held = new Map<string, number>();
let total = 0;

/**
 * Counts a form of at most `limit` bytes until what it returns is called. RATE_LIMITED where the caller sends too many at
 * once, SERVICE_UNAVAILABLE where all callers together do.
 */
function holdSpace(request: Request, limit: number): () => void {
  const { authorization, cookie, 'content-length': length, 'content-encoding': coding } = request.headers;
  // What is compressed or has no length may be as long as it is allowed to be.
  const bytes = coding === undefined && length !== undefined ? Math.min(Number(length), limit) : limit;
  const caller = authorization ?? cookie ?? '';
  const own = (held.get(caller) ?? 0) + bytes;
  if (own > MAX_BYTES_OF_CALLER)
    throw new DomainError('RATE_LIMITED', 'Too many uploads at once: send fewer at a time', { retryAfter: 1 });
  if (total + bytes > MAX_BYTES)
    throw new DomainError('SERVICE_UNAVAILABLE', 'Too many uploads at once: try again in a moment', { retryAfter: 1 });
  held.set(caller, own);
  total += bytes;
  return () => {
    total -= bytes;
    const left = (held.get(caller) ?? 0) - bytes;
    if (left > 0) held.set(caller, left);
    else held.delete(caller);
  };
}

/**
 * Runs a call whose input may be a form with files of `fileBytes` at most; the space that a form takes is given back when the
 * call has ended.
 */
export async function withForm<Answer>(
  request: Request,
  fileBytes: number,
  call: (read: ReadForm) => Promise<Answer>,
): Promise<Answer> {
  let giveBack = (): void => undefined;
  try {
    return await call(async () => {
      giveBack = holdSpace(request, fileBytes);
      return readForm(request, fileBytes);
    });
  } finally {
    giveBack();
  }
}
