import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './bodies/read-body.ts';

/** Maximum open sockets: more than clients need, fewer than a process has file descriptors. */
const MAX_SOCKETS = 8192;
/** Maximum time without progress of a response, in ms, if the client does not read. The response is ended after one to two times this. */
const STALLED_MS = 15_000;
/** Time for which an unread body is received after the response, so that the client can read the response (lingering close). */
const LINGER_MS = 2000;

/** Times for node:http, in ms: a head within 10 s, a whole request within 30 s, checked every second. */
export const SERVER_OPTIONS = {
  headersTimeout: 9000,
  requestTimeout: 29_000,
  connectionsCheckingInterval: 1000,
  // Longer than the usual minute of proxies, so that the proxy closes a connection first.
  keepAliveTimeout: 65_000,
} as const;

const MAX_LISTENERS = 20;

/**
 * Limits the connections that clients hold open. A slow reader is kept while it makes progress. If all sockets are in use, the one without
 * a completed request for the longest time is closed. Complete requests are therefore still served.
 */
export function limitConnections(server: Server): void {
  const waiting = new Set<Socket>();
  const open = new Set<Socket>();
  server.setTimeout(STALLED_MS);
  server.on('connection', (socket: Socket) => {
    if (open.size >= MAX_SOCKETS) (waiting.values().next().value ?? socket).destroy();
    open.add(socket);
    waiting.add(socket);
    socket.once('close', () => open.delete(socket) && waiting.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    // Each layer listens for the response's end once, and a pipeline to it several times. Ten listeners are no leak.
    response.setMaxListeners(MAX_LISTENERS);
    const served = () => waiting.delete(socket);
    if (hasBody(request)) request.once('end', served);
    else served();
    // A response that is slow to produce is not cut off.
    response.on('timeout', () => {
      if (!request.complete || socket.writableLength > 0) socket.destroy();
    });
    response.once('finish', () => {
      if (request.complete) return;
      // node:http discards a body that was not read at all, but not one that was read in part.
      request.resume();
      setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
    });
    response.once('close', () => {
      served();
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}
