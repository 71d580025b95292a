import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host of its own before the product, as a reverse proxy that keeps the header Host. */
export interface Host {
  url: string;
  /** After that nothing answers at the address. */
  stop(): Promise<void>;
}

/** Starts a host, at a port of its own or the given one, that passes everything to a port of this machine. */
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
