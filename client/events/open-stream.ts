import { TRPCClientError } from '@trpc/client';
import { readMessages, type StreamMessage } from './event-stream.ts';

/** Address of the server, the headers of each request, and the function that sends them. */
export interface Connection {
  url: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
}

/** Longest silence in ms. The server sends a ping every 15 s. */
const SILENCE_MS = 45_000;

/** Error with the time in ms after which the server asked to try again. */
export class StreamRefusedError extends Error {
  readonly waitMs: number;

  constructor(cause: unknown, waitMs: number) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.waitMs = waitMs;
  }
}

/**
 * Opens a stream of events and yields its messages. Ends when the server ends it. Throws an error for isLaurelError() as the cause of a
 * StreamRefusedError if the server refuses the call, and another error if the connection breaks or is silent for 45 s.
 */
export async function* openStream(
  { url, headers, fetch }: Connection,
  input: object,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage, void, undefined> {
  const closed = new AbortController();
  const close = () => closed.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', close, { once: true });
  let timer = silenceTimer(closed);
  try {
    const address = `${url}/events.follow?input=${encodeURIComponent(JSON.stringify(input))}`;
    const answer = await fetch(address, { headers, signal: closed.signal });
    const waitMs = Number(answer.headers.get('Retry-After') ?? 0) * 1000;
    if (!answer.body || !answer.headers.get('Content-Type')?.startsWith('text/event-stream'))
      throw new StreamRefusedError(`the server answered ${answer.status} without events`, waitMs);
    for await (const message of readMessages(answer.body)) {
      clearTimeout(timer);
      if (message.event === 'serialized-error') throw new StreamRefusedError(errorOf(message.data), waitMs);
      yield message;
      timer = silenceTimer(closed);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', close);
    closed.abort();
  }
}

/** Breaks a connection that has been silent for too long, as after a change of networks. */
const silenceTimer = (closed: AbortController): ReturnType<typeof setTimeout> =>
  setTimeout(() => closed.abort(new Error(`no sign of life for ${SILENCE_MS / 1000} s`)), SILENCE_MS);

const errorOf = (data: string): Error => TRPCClientError.from({ error: JSON.parse(data) });
