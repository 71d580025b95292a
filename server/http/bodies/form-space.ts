import type { Request } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { readForm } from './read-form.ts';

/** Bytes of forms that a process holds at once. */
const MAX_BYTES = 128_000_000;
/** The same for one caller, so that none takes the space of all. */
const MAX_BYTES_OF_CALLER = 32_000_000;
/** How long an upload waits for space, its body unread, before the caller is told to send fewer at a time. */
const WAIT_MS = 10_000;

interface Upload {
  caller: string;
  bytes: number;
}

const held = new Map<string, number>();
let total = 0;
/** In the order in which they came. */
const waiting = new Set<{ upload: Upload; begin: () => void }>();

const fits = ({ caller, bytes }: Upload): boolean =>
  total + bytes <= MAX_BYTES && (held.get(caller) ?? 0) + bytes <= MAX_BYTES_OF_CALLER;

function add({ caller, bytes }: Upload, sign: 1 | -1): void {
  total += sign * bytes;
  const own = (held.get(caller) ?? 0) + sign * bytes;
  if (own > 0) held.set(caller, own);
  else held.delete(caller);
}

function giveBack(upload: Upload): void {
  add(upload, -1);
  for (const next of waiting) if (fits(next.upload)) next.begin();
}

/** What is compressed or has no length may be as long as it is allowed to be. */
function uploadOf({ headers }: Request, limit: number): Upload {
  const { authorization, cookie, 'content-length': length, 'content-encoding': coding } = headers;
  const bytes = coding === undefined && length !== undefined ? Math.min(Number(length), limit) : limit;
  return { caller: authorization ?? cookie ?? '', bytes };
}

/** Waits until there is space for an upload, and counts it. RATE_LIMITED where there is none for too long. */
async function takeSpace(request: Request, upload: Upload): Promise<void> {
  if (fits(upload)) return add(upload, 1);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const place = {
    upload,
    begin: () => {
      waiting.delete(place);
      add(upload, 1);
      resolve();
    },
  };
  const leave = () => {
    waiting.delete(place);
    reject(new DomainError('RATE_LIMITED', 'Too many uploads at once: send fewer at a time', { retryAfter: 5 }));
  };
  waiting.add(place);
  const timer = setTimeout(leave, WAIT_MS);
  request.socket.once('close', leave);
  return promise.finally(() => {
    clearTimeout(timer);
    request.socket.off('close', leave);
  });
}

/**
 * Runs a call whose input may be a form with files of `fileBytes` at most; the space that a form takes is given back when the
 * call has ended.
 */
export async function withForm<Answer>(
  request: Request,
  fileBytes: number,
  call: (read: () => Promise<FormData>) => Promise<Answer>,
): Promise<Answer> {
  const upload = uploadOf(request, fileBytes);
  let isHeld = false;
  try {
    return await call(async () => {
      await takeSpace(request, upload);
      isHeld = true;
      return readForm(request, fileBytes);
    });
  } finally {
    if (isHeld) giveBack(upload);
  }
}
