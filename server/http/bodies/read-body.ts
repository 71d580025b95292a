import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { DomainError, validationError } from '../../../domain/errors.ts';
import { detail } from '../../../errors/detail.ts';
import { charge, closeHold, type Hold, openHold } from './budget.ts';

/** Maximum bytes of a JSON body, documented as 2 MB. */
export const MAX_BODY = 2 * 1024 * 1024;

const DECODERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;
const isDecoded = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding);

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type Bytes = AsyncGenerator<Uint8Array>;

/** Maximum length of a body, and the memory that each byte needs until the call has ended. */
export interface BodyLimits {
  bytes: number;
  cost: number;
}

const ownersOf = new WeakMap<IncomingMessage, string>();
const holdsOf = new WeakMap<IncomingMessage, Hold[]>();

/** Sets the organisation or user whose memory budget the request's body uses. */
export const setBodyOwner = (request: IncomingMessage, owner: string): void => void ownersOf.set(request, owner);

/** Releases the memory of the request's body. Called when the call has ended, which can be after its connection has closed. */
export function releaseBody(request: IncomingMessage): void {
  for (const hold of holdsOf.get(request) ?? []) closeHold(hold);
}

/**
 * Passes at most `bytes` decompressed bytes of a body to `read`. Any failure (truncated, wrong coding, malformed) is a VALIDATION_ERROR.
 * The connection stays open for the response. Resolves to the body's memory, which `releaseBody` releases.
 */
export async function readBody(
  request: Request,
  { bytes: limit, cost }: BodyLimits,
  read: (body: Bytes) => Promise<void>,
): Promise<Hold> {
  const coding = request.get('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (coding !== 'identity' && !isDecoded(coding))
    throw validationError(detail('', 'wrong_content_encoding', { options: Object.keys(DECODERS) }));
  const length = request.headers['content-length'];
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  const isKnown = length !== undefined && coding === 'identity';
  const hold = openHold(ownersOf.get(request) ?? UNAUTHENTICATED, cost * (isKnown ? Number(length) : limit));
  holdsOf.set(request, [...(holdsOf.get(request) ?? []), hold]);
  // A body whose client has disconnected stops waiting.
  request.res?.once('close', () => hold.isOpen && hold.abort(cut()));
  const packed = bounded(arriving(request, hold), limit);
  const charged = (body: AsyncIterable<Uint8Array>) => charging(body, hold, cost);
  try {
    if (isDecoded(coding)) await pipeline(packed, DECODERS[coding](), (body) => read(charged(bounded(body, limit))));
    else await read(charged(packed));
  } catch (error) {
    closeHold(hold);
    throw error instanceof DomainError ? error : cut();
  }
  return hold;
}

/** Owner of the bodies of all unauthenticated callers. */
const UNAUTHENTICATED = 'unauthenticated';
/** Minimum bytes per interval, unless the body ends earlier. Time spent waiting for memory does not count. */
const INTERVAL_BYTES = 40_000;
const INTERVAL_MS = 5000;

async function* arriving(request: Request, hold: Hold): Bytes {
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array, undefined>;
  let [left, missing] = [INTERVAL_MS, INTERVAL_BYTES];
  try {
    for (;;) {
      const from = performance.now();
      const timer = setTimeout(() => hold.abort(tooSlow()), left);
      const { done, value } = await Promise.race([body.next(), hold.aborted]).finally(() => clearTimeout(timer));
      if (done) return;
      left -= performance.now() - from;
      missing -= value.length;
      if (missing <= 0) [left, missing] = [INTERVAL_MS, INTERVAL_BYTES];
      yield value;
    }
  } finally {
    // Lets node:http discard the rest. A pending call of `next` ends with the connection.
    void body.return?.();
  }
}

async function* charging(body: AsyncIterable<Uint8Array>, hold: Hold, cost: number): Bytes {
  for await (const chunk of body) {
    await charge(hold, cost * chunk.length);
    yield chunk;
  }
}

async function* bounded(body: AsyncIterable<Uint8Array>, limit: number): Bytes {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

const cut = () => validationError(detail('', 'body_cut'));
const tooLarge = (limit: number) => validationError(detail('', 'body_too_large', { most: limit }));
const tooSlow = () => validationError(detail('', 'body_too_slow', { rate: INTERVAL_BYTES / INTERVAL_MS }));
