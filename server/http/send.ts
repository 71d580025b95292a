import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create } from 'content-disposition';
import type { Response } from 'express';

/** `Content-Disposition` (RFC 6266) with a name in any script. */
export const disposition = (name: string, type: 'inline' | 'attachment'): string => create(name, { type });

/**
 * Sends what is made while it is sent, through `stages`, and owns all of it. A client that goes away ends the source, and
 * is no error; a source that fails ends the answer, and its error is thrown. Headers are set once there is something to
 * send: what fails before is answered like any error.
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
    // All that is left is that the client went away.
    if (failures.length === 0 && response.destroyed) return;
    throw failures[0] ?? error;
  } finally {
    await chunks.return?.();
  }
}

/** The rest of an iteration whose first step was taken; keeps what the source throws, to distinguish it from a lost client. */
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
