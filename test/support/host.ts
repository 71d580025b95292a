import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A separate host in front of the product, like a reverse proxy that keeps the header Host. */
export interface Host {
  url: string;
  /** Stops the host. Nothing answers at its address afterwards. */
  stop(): Promise<void>;
}

/** Starts a host that forwards everything to a port of this machine. It listens on the given port, or on a free one. */
export async function startHost(port: number, at = 0): Promise<Host> {
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const passed = send({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.writeHead(502).end());
    request.pipe(passed);
  }).listen(at, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
