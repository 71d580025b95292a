import { once } from 'node:events';
import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import type { Request, Response } from 'express';
import { asLongWork } from '../../domain/shared/slices.ts';
import type { RequestContext } from '../../procedures/context.ts';
import { toDomainError } from '../../procedures/errors.ts';
import { appRouter } from '../../procedures/router.ts';

const TYPE = 'subscription';

/** Headers of tRPC's own streams. `no-transform` keeps compression and proxies from holding events back. */
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

interface Call {
  /** Name of the procedure. */
  path: string;
  /** Parameters of the address, including the input as JSON. */
  query: URLSearchParams;
  context: RequestContext;
  onError(error: TRPCError): void;
}

/** Returns true for a procedure whose answer is a stream of events. */
export function isSubscription(path: string): boolean {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } } | undefined>;
  return procedures[path]?._def.type === TYPE;
}

/**
 * Answers a subscription with server-sent events, in the format that tRPC's `httpSubscriptionLink` reads. A chain of web streams, as in
 * tRPC's own answer, takes 126 KB per client instead of 26 KB (docs/performance.md).
 */
export async function serveSubscription(request: Request, response: Response, call: Call): Promise<void> {
  const { ping, client = {} } = appRouter._def._config.sse ?? {};
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const { signal } = closed;
  const send = async (message: Message) => {
    if (!response.write(format(message))) await once(response, 'drain', { signal });
  };
  const pings = setInterval(() => {
    if (response.headersSent && !response.writableNeedDrain) response.write(format(PING));
  }, ping?.intervalMs);
  try {
    const stream = await open(request, call, signal).catch(getTRPCErrorFromUnknown);
    const { retryAfter } = stream instanceof TRPCError ? toDomainError(stream) : {};
    response.set(HEADERS);
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    await send({ event: 'connected', data: JSON.stringify(client) });
    if (stream instanceof TRPCError) throw stream;
    // Shows that the call was accepted, before the first event.
    await send(PING);
    await asLongWork(async () => {
      for await (const [id, data] of stream) await send({ data: JSON.stringify(data), id });
    });
    await send({ event: 'return', data: '' });
  } catch (cause) {
    // Not awaited, because a client that disconnects now is not an error of the request.
    if (!signal.aborted && !isAbort(cause))
      response.write(format({ event: 'serialized-error', data: JSON.stringify(shapeOf(cause, call)) }));
  } finally {
    clearInterval(pings);
    response.end();
  }
}

/** Calls the procedure, which returns its events with their cursors. */
const open = (request: Request, call: Call, signal: AbortSignal): Promise<AsyncIterable<[string, unknown]>> =>
  callTRPCProcedure({
    ...{ router: appRouter, path: call.path, ctx: call.context, type: TYPE, signal, batchIndex: 0 },
    getRawInput: async () => inputOf(request, call),
  });

/** Reads the input from the URL. A reconnecting event source sends the last id in addition. */
function inputOf(request: Request, { query }: Call): unknown {
  const lastEventId = request.get('Last-Event-ID') ?? query.get('lastEventId');
  try {
    const input: unknown = JSON.parse(query.get('input') ?? '{}');
    return lastEventId && isObject(input) ? { ...input, lastEventId } : input;
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause });
  }
}

const isObject = (input: unknown): input is object => typeof input === 'object' && input !== null;

/** Returns true for a stream that ended because its client disconnected or must reconnect. */
const isAbort = (cause: unknown): boolean => cause instanceof Error && cause.name === 'AbortError';

function shapeOf(cause: unknown, { path, context, onError }: Call) {
  const error = getTRPCErrorFromUnknown(cause);
  onError(error);
  const { _config: config } = appRouter._def;
  return getTRPCErrorShape({ config, error, type: TYPE, path, input: undefined, ctx: context });
}

const PING = { event: 'ping', data: '' };

interface Message {
  event?: string;
  data: string;
  id?: string;
}

/** Formats a message (HTML Standard, 9.2.5). JSON has no line ends. */
const format = ({ event, data, id }: Message): string =>
  `${event ? `event: ${event}\n` : ''}data: ${data}\n${id ? `id: ${id}\n` : ''}\n`;
