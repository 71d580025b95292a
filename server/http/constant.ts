import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';

interface Kept {
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
  etag: string;
}

/** Serves a JSON document that never changes while the process runs. */
export const constantJson = (make: () => unknown): RequestHandler =>
  constantText('application/json', () => JSON.stringify(make()));

/** Serves a text that never changes while the process runs. The first request creates and compresses it. */
export function constantText(type: string, make: () => string): RequestHandler {
  let kept: Kept | undefined;
  return (request: Request, response: Response) => {
    kept ??= keep(make());
    const coding = request.acceptsEncodings('br', 'gzip', 'identity');
    const isPacked = coding === 'br' || coding === 'gzip';
    // Each coding is a representation with a separate tag (RFC 9110, 8.8.3.3).
    const tag = `"${kept.etag}${isPacked ? `-${coding}` : ''}"`;
    response.set({
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'public, no-cache',
      ETag: tag,
      ...(isPacked && { 'Content-Encoding': coding }),
    });
    response.vary('Accept-Encoding');
    // A browser that revalidates sends `Cache-Control: no-cache`, for which Express never answers 304.
    if (namesTag(request.get('If-None-Match'), tag)) response.status(304).end();
    else response.send(kept[isPacked ? coding : 'plain']);
  };
}

const namesTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false;

function keep(text: string): Kept {
  const plain = Buffer.from(text);
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return { plain, gzip: gzipSync(plain), br, etag };
}
