import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './bodies.ts';

/** Sockets that are open at once at the most: more than any client needs, fewer than a process has file descriptors. */
const MAX_SOCKETS = 8192;
/** How long an answer may wait for its reader without any progress: ended after one to two times this. */
const STALLED_MS = 15_000;
/** How long a body that nobody reads is taken after its answer, so that the client gets to read that. */
const LINGER_MS = 2000;

/** Times in milliseconds for node:http: a head within 10 s, a whole request within 30 s, looked at every second. */
export const SERVER_OPTIONS = {
  headersTimeout: 9000,
  requestTimeout: 29_000,
  connectionsCheckingInterval: 1000,
  // Longer than the usual minute of proxies, so that it is they who close a connection first.
  keepAliveTimeout: 65_000,
} as const;

/**
 * Bounds what clients can hold open. A reader may be slow as long as it reads. Where the sockets are used up, the one
 * whose client has kept us waiting longest gives way, so that whoever sends a whole request is still served.
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
    const served = () => waiting.delete(socket);
    if (hasBody(request)) request.once('end', served);
    else served();
    // As long as we are the ones who are slow, nothing is cut.
    response.on('timeout', () => {
      if (!request.complete || socket.writableLength > 0) socket.destroy();
    });
    response.once('finish', () => {
      if (request.complete) return;
      // node:http takes what nobody has begun to read, and leaves what was read in part.
      request.resume();
      setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
    });
    response.once('close', () => {
      served();
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}
