import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { limitConnections, SERVER_OPTIONS } from './http/connections.ts';

/** How long requests in flight may take to finish when the process stops. */
const DRAIN_MS = 10_000;

/** Takes the port at once (so that the public address is known), with an app that is given later. */
export async function listen(config: Config): Promise<{ server: Server; port: number }> {
  const server = createServer(SERVER_OPTIONS);
  limitConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError(`PORT: got ${config.PORT}, which can't be listened on at HOST ${config.HOST} (${error.code})`),
      ),
    );
    server.listen(config.PORT, config.HOST, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Takes no new connection, lets requests in flight finish. */
export async function drain(server: Server, log: Logger): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => {
    log.warn('requests were still in flight: their connections are cut');
    server.closeAllConnections();
  }, DRAIN_MS);
  await closed;
  clearTimeout(timer);
}
