import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../config.ts';
import type { Metrics } from './metrics.ts';

/** Serves GET /metrics on a separate port, because the metrics are not public. Returns the port and a function that closes it. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    const { status, type, body } = await metrics.text().then(
      (text) => ({ status: 200, ...text }),
      // Anyone who may read the metrics may see why they are missing.
      (error: unknown) => ({ status: 503, type: 'text/plain', body: `${error}\n` }),
    );
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
  const listening = once(server.listen(port, host), 'listening');
  await listening.catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `METRICS_PORT: got ${port}, which can't be listened on at METRICS_HOST ${host} (${error.code})`,
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
