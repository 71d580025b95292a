import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { DomainError, validationError } from '../../../domain/errors.ts';

/** The most bytes of a JSON body, documented as 2 MB. */
export const MAX_BODY = 2 * 1024 * 1024;

const DECODERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;
const isDecoded = (coding: string): coding is keyof typeof DECODERS => Object.hasOwn(DECODERS, coding);

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type Bytes = AsyncGenerator<Uint8Array>;

/**
 * Passes the decompressed bytes of a body to `read`, `limit` of them at the most. Any failure (truncated, wrong
 * coding, malformed) is a VALIDATION_ERROR. The connection stays open for the response.
 */
export async function readBody(
  request: Request,
  limit: number,
  malformed: string,
  read: (body: Bytes) => Promise<void>,
): Promise<void> {
  const coding = request.get('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (coding !== 'identity' && !isDecoded(coding))
    throw validationError(`Content-Encoding must be one of ${Object.keys(DECODERS).join(', ')}`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const packed = bounded(request.iterator({ destroyOnReturn: false }), limit);
  try {
    if (isDecoded(coding)) await pipeline(packed, DECODERS[coding](), (body) => read(bounded(body, limit)));
    else await read(packed);
  } catch (error) {
    throw error instanceof DomainError ? error : validationError(malformed);
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

const tooLarge = (limit: number) => validationError(`The body is too large: at most ${limit} bytes`);
