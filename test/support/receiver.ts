import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from './end-of-file.ts';
import { waitFor } from './wait-for.ts';

export interface Received {
  at: number;
  headers: IncomingHttpHeaders;
  body: string;
  event: { event: string; deliveryId: string; createdAt: string; data: Record<string, unknown> };
}

/** A webhook's endpoint that stores requests and answers as configured. */
export class Receiver {
  readonly received: Received[] = [];
  readonly url: string;

  private constructor(url: string) {
    this.url = url;
  }

  /** Starts a receiver. `answer` gets the number of earlier requests. The default answer is 204. */
  static async start(
    answer: (response: ServerResponse, before: number) => void = (response) => response.writeHead(204).end(),
  ) {
    const server = createServer(async (request, response) => {
      const at = Date.now();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const before = receiver.received.push({ at, headers: request.headers, body, event: JSON.parse(body) }) - 1;
      answer(response, before);
    });
    atEndOfFile(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    return receiver;
  }

  /** Waits for `count` requests. Resolves to all of them. */
  async wait(count: number): Promise<Received[]> {
    await waitFor(
      `${count} requests`,
      () => this.received.length,
      (length) => length >= count,
      { everyMs: 20 },
    );
    return this.received;
  }

  of(event: string): Received[] {
    return this.received.filter((request) => request.event.event === event);
  }
}
