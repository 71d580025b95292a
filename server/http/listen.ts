import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withAcquireBudget } from '../../database/acquire-budget.ts';
import { refusal } from '../../domain/errors.ts';
import { type Config, ConfigError } from '../config.ts';
import { ALIVE, VERSION } from '../version.ts';
import { errorBody } from './answer.ts';
import { limitConnections, SERVER_OPTIONS } from './connections.ts';

/** Time for requests in progress to finish when the process stops. */
const DRAIN_MS = 10_000;
/** Time without a new request after which the port is closed during a stop. Until then requests are answered. */
const QUIET_MS = 500;
/** Maximum time until the port is closed. By then, a load balancer that polls /ready sends its requests elsewhere. */
const CLOSE_NOTICE_MS = 5_000;

export interface HttpListener {
  port: number;
  /** Sets the reason why the process is not ready yet, for GET /ready. */
  explain(reason: string): void;
  /** Passes requests to the app from now on. */
  open(app: RequestListener): void;
  /** Reports not ready from now on. Resolves once every request is answered. A second call returns the first's promise. */
  drain(log: Logger): Promise<void>;
}

/** Takes the port immediately, so that the public address is known and every request is answered from the start. */
export async function listen(config: Config): Promise<HttpListener> {
  const server = createServer(SERVER_OPTIONS);
  limitConnections(server);
  let app: RequestListener | null = null;
  let reason = 'the process starts';
  let drained: Promise<void> | undefined;
  let lastRequestAt = 0;
  const open = new Set<ServerResponse>();
  server.on('request', (request, response) => {
    lastRequestAt = performance.now();
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (!server.listening) server.closeIdleConnections();
    });
    response.setHeader('Laurel-Version', VERSION);
    if (drained) response.setHeader('Connection', 'close');
    const path = request.url?.split('?')[0];
    if (path === '/ready' && (!app || drained)) sendJson(response, 503, { status: 'unavailable', reason });
    else if (app) withAcquireBudget(() => app?.(request, response));
    else if (path === '/health') sendJson(response, 200, ALIVE);
    else refuse(response);
  });
  await takePort(server, config);
  return {
    port: (server.address() as AddressInfo).port,
    explain: (why) => {
      reason = why;
    },
    open: (made) => {
      app = made;
    },
    drain: (log) => {
      reason = 'the process stops';
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      drained ??= drain(server, log, () => lastRequestAt);
      return drained;
    },
  };
}

/** Takes the port and frees it again. ConfigError if it can't be taken. */
export async function checkPort(config: Config): Promise<void> {
  const server = createServer();
  await takePort(server, config);
  await new Promise((resolve) => server.close(resolve));
}

/** Remedies for a port that can't be taken, by the system's error. */
const PORT_ADVICE: Record<string, string> = {
  EADDRINUSE: ': another program listens there, perhaps another Laurel. Stop it, or set PORT',
  EACCES: ': ports below 1024 need a privilege. Set PORT',
  EADDRNOTAVAIL: ': no interface of this machine has the address. Set HOST',
  ENOTFOUND: ': the name has no address. Set HOST',
};

function takePort(server: Server, { HOST, PORT }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError(
          `PORT: got ${PORT}, which can't be listened on at HOST ${HOST} (${error.code})${PORT_ADVICE[String(error.code)] ?? ''}`,
        ),
      ),
    );
    server.listen(PORT, HOST, resolve);
  });
}

/** Answers 503 until the app is ready. */
function refuse(response: ServerResponse): void {
  const starting = refusal('starting');
  sendJson(response.setHeader('Retry-After', '1'), starting.status, errorBody(starting));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/** Answers requests in progress and those that still arrive, then closes the port. */
async function drain(server: Server, log: Logger, lastRequestAt: () => number): Promise<void> {
  const connections = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  if (connections > 0) await untilQuiet(lastRequestAt);
  await acceptWaiting();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => {
    log.warn('requests are still in progress: their connections are cut');
    server.closeAllConnections();
  }, DRAIN_MS);
  await closed;
  clearTimeout(timer);
}

async function untilQuiet(lastRequestAt: () => number): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < CLOSE_NOTICE_MS) {
    const quietFor = performance.now() - Math.max(begun, lastRequestAt());
    if (quietFor >= QUIET_MS) return;
    await sleep(QUIET_MS - quietFor);
  }
}

/** Lets the event loop accept waiting connections. The kernel would reset them when the port is closed. */
async function acceptWaiting(): Promise<void> {
  for (let turns = 0; turns < 100; turns++) {
    const begun = performance.now();
    await nextTurn();
    // A turn this short accepted no connection, so none is waiting.
    if (performance.now() - begun < 1) return;
  }
}
