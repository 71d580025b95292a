import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './bodies/read-body.ts';

/** The most open sockets: more than any client needs, fewer than a process has file descriptors. */
const MAX_SOCKETS = 8192;
/** How long a response may make no progress because the client does not read: it is ended after one to two times this. */
const STALLED_MS = 15_000;
/** How long an unread body is received after the response, so that the client can read the response (lingering close). */
const LINGER_MS = 2000;

/** Times in milliseconds for node:http: a head within 10 s, a whole request within 30 s, looked at every second. */
export const SERVER_OPTIONS = {
  headersTimeout: 9000,
  requestTimeout: 29_000,
  connectionsCheckingInterval: 1000,
  // Longer than the usual minute of proxies, so that the proxy closes a connection first.
  keepAliveTimeout: 65_000,
} as const;

const MAX_LISTENERS = 20;

/**
 * Limits the connections that clients hold open. A slow reader is kept as long as it reads. When all sockets are in use, the
 * one whose client has not completed a request for the longest time is closed, so that complete requests are still served.
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
    // Each layer listens for its end once, and a pipeline to it several times: ten is no sign of a leak.
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
