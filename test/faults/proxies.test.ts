import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeJudgedBy } from '../proof/judges.ts';
import { figure } from '../support/faults.ts';
import { Nginx } from '../support/nginx.ts';

const REQUESTS = 6;
const KEY = { 'Idempotency-Key': 'one' };

/** Requests that the upstreams executed, by the id in their body. */
const executed: string[] = [];
/** Answer of the upstreams after they executed a request. */
let fault: 'dies' | 503 = 'dies';

const upstream: RequestListener = async (incoming, response) => {
  const body = await text(incoming);
  if (incoming.url === '/health') return void response.end('ok');
  executed.push(body);
  if (fault === 'dies') incoming.socket.destroy();
  else response.writeHead(fault).end();
};

describeJudgedBy(['nginx'], 'behind the nginx example', () => {
  const servers = [createServer(upstream), createServer(upstream)];
  let nginx: Nginx;

  beforeAll(async () => {
    for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    nginx = await Nginx.start(
      servers.map((server) => (server.address() as AddressInfo).port),
      // Upstreams that fail each time stay in use.
      { maxFails: 0 },
    );
  });
  afterAll(async () => {
    await nginx.stop();
    for (const server of servers) server.close();
  });

  /** Returns the number of executions of one request by all upstreams. */
  async function executions(method: string, headers: Record<string, string> = {}): Promise<number> {
    const id = crypto.randomUUID();
    await send(nginx.url, method, headers, id);
    return executed.filter((body) => body === id).length;
  }

  test('an upstream that commits and dies executes a POST once', async () => {
    const counts = await Promise.all(Array.from({ length: REQUESTS }, () => executions('POST')));
    const most = Math.max(...counts);
    figure({ fault: 'F42', what: 'executions of a POST without a key', measured: most, wanted: 1 });
  });

  test.each(['POST', 'PUT'])('a %s is repeated only with an Idempotency-Key', async (method) => {
    expect(await executions(method, KEY)).toBe(2);
    expect(await executions(method)).toBeLessThanOrEqual(1);
  });

  test.each(['POST', 'PUT'])(
    'a %s that was answered with 503 is repeated only with an Idempotency-Key',
    async (method) => {
      fault = 503;
      expect(await executions(method, KEY)).toBe(2);
      expect(await executions(method)).toBeLessThanOrEqual(1);
    },
  );

  test('passes the largest design document on, and refuses a larger body', async () => {
    fault = 503;
    const design = await send(nginx.url, 'POST', {}, 'x'.repeat(44 * 1024 * 1024));
    expect(design).not.toBe(413);
    expect(await send(nginx.url, 'POST', {}, 'x'.repeat(46 * 1024 * 1024))).toBe(413);
  });
});

const send = (url: string, method: string, headers: Record<string, string>, body: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${url}/api/v1/certificates`, { method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(body);
  });
