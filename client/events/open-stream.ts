import { attempt, errorOfAnswer, errorOfResponse, noResponse } from '../answers.ts';
import type { LaurelError } from '../errors.ts';
import { readMessages, type StreamMessage } from './event-stream.ts';

/** Address of the server, the headers of each request, and the function that sends them. */
export interface Connection {
  url: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
}

/** Longest silence in ms. The server sends a ping every 15 s. */
const SILENCE_MS = 45_000;

/**
 * Opens a stream of events and yields its messages. Ends when the server ends it. Throws a LaurelError if the server refuses the call, or
 * if the connection breaks or is silent for 45 s.
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
    const response = await attempt(url, signal, () => fetch(address, { headers, signal: closed.signal }));
    if (!response.body || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      const json: unknown = await response.json().catch(() => undefined);
      throw errorOfAnswer(json, response.headers) ?? errorOfResponse(response, json);
    }
    const messages = readMessages(response.body);
    try {
      for (;;) {
        const { done, value: message } = await attempt(url, signal, () => messages.next());
        if (done) return;
        clearTimeout(timer);
        if (message.event === 'serialized-error') throw refusalOf(message.data, response, url);
        yield message;
        timer = silenceTimer(closed);
      }
    } finally {
      await messages.return();
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

function refusalOf(data: string, { headers }: Response, url: string): LaurelError {
  const refusal = errorOfAnswer({ error: JSON.parse(data) }, headers);
  return refusal ?? noResponse(url, new Error('an event of the stream is not readable'));
}
