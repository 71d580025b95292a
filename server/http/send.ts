import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create } from 'content-disposition';
import type { Response } from 'express';

/** Returns `Content-Disposition` (RFC 6266) for a name in any script. */
export const disposition = (name: string, type: 'inline' | 'attachment'): string => create(name, { type });

/**
 * Streams a response through `stages`, and releases all of it. A disconnected client ends the source without an error. If the source fails,
 * the response ends and the error is thrown. Headers are set with the first chunk, so that earlier failures are answered like any error.
 */
export async function sendStream(
  response: Response,
  headers: Record<string, string>,
  source: AsyncIterable<unknown>,
  ...stages: Duplex[]
): Promise<void> {
  if (response.req.method === 'HEAD') return void response.set(headers).end();
  const chunks = source[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  try {
    const first = await chunks.next();
    if (response.destroyed) return;
    response.set(headers);
    await pipeline([Readable.from(watched(first, chunks, failures)), ...stages, response]);
  } catch (error) {
    // The source did not fail, so the client has disconnected.
    if (failures.length === 0 && response.destroyed) return;
    throw failures[0] ?? error;
  } finally {
    await chunks.return?.();
  }
}

/** Continues an iteration after its first step. Keeps the source's error, to distinguish it from a disconnected client. */
async function* watched(
  first: IteratorResult<unknown>,
  chunks: AsyncIterator<unknown>,
  failures: unknown[],
): AsyncGenerator<unknown> {
  const next = () =>
    Promise.resolve(chunks.next()).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  for (let step = first; !step.done; step = await next()) yield step.value;
}
