import { readTimestamp } from './read-timestamp.ts';
import { TimestampError } from './timestamp-error.ts';
import { timestampRequest } from './timestamp-request.ts';

export interface TimestampServer {
  /** Posts a request as `application/timestamp-query` and returns the response's body. The caller limits its size. */
  post(request: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  now(): Date;
  timeoutMs: number;
}

/** Requests a time-stamp token for a SHA-256 digest once. Throws TimestampError for any failure or timeout. */
export async function fetchTimestamp(digest: Uint8Array, server: TimestampServer): Promise<Buffer> {
  const { request, nonce } = timestampRequest(digest);
  const signal = AbortSignal.timeout(server.timeoutMs);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new TimestampError(`The time-stamp server did not answer within ${server.timeoutMs / 1000} seconds`)),
    );
  });
  const answer = server.post(request, signal).catch((error: unknown) => {
    throw new TimestampError(`The time-stamp server could not be asked: ${messageOf(error)}`, { cause: error });
  });
  return readTimestamp(await Promise.race([late, answer]), { digest, nonce, now: server.now() });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
