import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { QUOTAS } from '../../domain/limits.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { pingWebhook } from '../../domain/webhooks/ping.ts';
import { getWebhook } from '../../domain/webhooks/read.ts';
import { makeEgress } from '../../server/adapters/egress.ts';
import { figure, scale, timing } from '../support/faults.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

const KEPT = 64 * 1024;
const MEGABYTE = 1024 * 1024;

/** Writes the same bytes repeatedly, as fast as the client accepts them, up to a total or until the connection is closed. */
function pour(response: ServerResponse, total: number): void {
  const chunk = Buffer.alloc(MEGABYTE, 'x');
  let left = total;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

/** Writes a piece every 100 ms until the connection is closed. */
function drip(response: ServerResponse, write: () => void): void {
  const timer = setInterval(write, 100);
  response.on('close', () => clearInterval(timer));
}

const BOMB = gzipSync(Buffer.alloc(200 * MEGABYTE));

const HOSTILE: Record<string, (response: ServerResponse) => void> = {
  'that never answers': () => undefined,
  'that drips its head': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    drip(response, () => response.socket?.write('x: y\r\n'));
  },
  'that drips its body': (response) => {
    response.writeHead(200).flushHeaders();
    drip(response, () => response.write('x'));
  },
  'that sends 10 GB': (response) => pour(response.writeHead(200), 10 * 1024 * MEGABYTE),
  'that sends a gzip bomb': (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(BOMB),
};

test('a receiver is cut off after 10 s, whatever it sends, and little of its answer is kept', async () => {
  const egress = makeEgress(['127.0.0.0/8']);
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  await Promise.all(
    Object.entries(HOSTILE).map(async ([what, answer]) => {
      const receiver = await Receiver.start(answer);
      const { durationMs, response } = await egress.post(receiver.url, {}, '{}');
      timing({
        fault: 'F10',
        what: `a receiver ${what}: cut off after`,
        measured: durationMs,
        wanted: 10_500,
        unit: 'ms',
      });
      const kept = Buffer.byteLength(response ?? '', 'latin1');
      figure({ fault: 'F10', what: `a receiver ${what}: characters kept`, measured: kept, wanted: KEPT });
    }),
  );
  clearInterval(watch);
  const grown = Math.round((most - before) / MEGABYTE);
  timing({ fault: 'F10', what: 'memory, all of them concurrently', measured: grown, wanted: 50, unit: 'MB' });
});

test('a file is read up to its limit, and nothing of a longer one', async () => {
  const egress = makeEgress(['127.0.0.0/8']);
  const server = createServer((_request, response) => response.end(Buffer.alloc(1000, 'x')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sizes = [999, 1000, 1001].map(async (limit) => (await egress.get(address, limit))?.length ?? null);
  expect(await Promise.all(sizes)).toEqual([null, 1000, 1000]);
  server.close();
});

test('no redirect is followed, whatever its status and number', async () => {
  const egress = makeEgress(['127.0.0.0/8']);
  const canary = await Receiver.start();
  const server = createServer((request, response) => {
    const [, status, left] = request.url?.split('/').map(Number) ?? [];
    const target = left ? `/${status}/${left - 1}` : canary.url;
    response.writeHead(status ?? 500, { Location: target, Refresh: `0; url=${target}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const status of [300, 301, 302, 303, 305, 307, 308])
    for (const chain of [0, 1, 5])
      expect((await egress.post(`http://127.0.0.1:${port}/${status}/${chain}`, {}, '{}')).status).toBe(status);
  server.close();
  figure({ fault: 'F11', what: 'hits behind redirects', measured: canary.received.length, wanted: 0 });
});

const webhookAt = (laurel: Laurel, tenant: Tenant, url: string) =>
  createWebhook(laurel.context(tenant), { name: 'test', url, events: ['certificate.revoked'] });

/** Sends concurrent pings. Returns the milliseconds until each has arrived. */
async function ping(laurel: Laurel, tenant: Tenant, id: string, receiver: Receiver, count: number): Promise<number[]> {
  const context = laurel.context(tenant);
  const sent = new Map<string, number>();
  const already = receiver.received.length;
  for (let index = 0; index < count; index++) {
    const begin = Date.now();
    sent.set((await pingWebhook(context, { id })).deliveryId, begin);
  }
  const received = (await receiver.wait(already + count)).slice(already);
  return received.map(({ at, event }) => at - (sent.get(event.deliveryId) ?? 0)).sort((a, b) => a - b);
}

const p95 = (sorted: number[]): number => sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;

test('concurrent failing deliveries are counted exactly, attempted on time, and cleared by one success', async () => {
  const count = scale(20, 100);
  const laurel = await Laurel.start();
  const tenant = await laurel.tenant();
  const context = laurel.context(tenant);
  let isFailing = true;
  const receiver = await Receiver.start((response) => response.writeHead(isFailing ? 500 : 204).end());
  const { id } = await webhookAt(laurel, tenant, receiver.url);
  await Promise.all(Array.from({ length: count }, () => pingWebhook(context, { id })));
  await receiver.wait(count * 3);
  const show = () => getWebhook(context, { id });
  await waitFor(`${count} failed deliveries`, show, (webhook) => webhook.errorCount >= count);
  const attempts = Map.groupBy(receiver.received, ({ event }) => event.deliveryId);
  const late = [...attempts.values()].flatMap(([first, second, third]) => [
    (second?.at ?? 0) - (first?.at ?? 0) - 1000,
    (third?.at ?? 0) - (second?.at ?? 0) - 2000,
  ]);
  const { errorCount, status } = await getWebhook(context, { id });
  const what = `${count} deliveries that fail three times:`;
  figure({ fault: 'F14', what: `${what} counter`, measured: `${errorCount}`, wanted: `${count}` });
  figure({ fault: 'F14', what: `${what} attempts`, measured: `${receiver.received.length}`, wanted: `${count * 3}` });
  expect([status, Math.min(...late)]).toEqual(['ERROR', expect.toSatisfy((early: number) => early >= 0)]);
  timing({ fault: 'F14', what: `${what} latest attempt`, measured: Math.max(...late), wanted: 250, unit: 'ms' });
  isFailing = false;
  await pingWebhook(context, { id });
  await receiver.wait(count * 3 + 1);
  await waitFor('an active webhook', show, (webhook) => webhook.status === 'ACTIVE');
  expect(await getWebhook(context, { id })).toMatchObject({ status: 'ACTIVE', errorCount: 0 });
});

test("a tenant with any number of hanging receivers leaves slots for other tenants' deliveries", async () => {
  const [webhooks, each] = [QUOTAS.webhooks, scale(6, 51)];
  // Ten slots instead of fifty, so that few deliveries fill them.
  const laurel = await Laurel.start({ WORKER_CONCURRENCY: `${scale(2, 10)}` });
  const [stuck, quick] = [await laurel.tenant(), await laurel.tenant()];
  const [silent, receiver] = [await Receiver.start(() => undefined), await Receiver.start()];
  const { id } = await webhookAt(laurel, quick, receiver.url);
  const alone = p95(await ping(laurel, quick, id, receiver, scale(10, 100)));
  const context = laurel.context(stuck);
  for (let index = 0; index < webhooks; index++) {
    const hanging = await webhookAt(laurel, stuck, silent.url);
    await Promise.all(Array.from({ length: each }, () => pingWebhook(context, { id: hanging.id })));
  }
  await silent.wait(3);
  const beside = p95(await ping(laurel, quick, id, receiver, scale(10, 100)));
  // Otherwise all of them would have been sent before.
  expect(silent.received.length).toBeLessThan(webhooks * each);
  const what = `p95 of other deliveries while ${webhooks * each} hang`;
  timing({ fault: 'F15', what, measured: Math.round((beside / alone) * 100) / 100, wanted: 2, unit: 'times' });
});
