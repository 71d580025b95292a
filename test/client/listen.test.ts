import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, test } from 'vitest';
import { createClient, isLaurelError, verifyWebhook } from '../../client/index.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import { EVENT_TYPE_NAMES } from '../../domain/events/types.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { newId } from '../../domain/shared/ids.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { publishEvents } from '../../domain/webhooks/publish.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { BARE } from '../support/processes.ts';
import { type Received, Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

/** Records events in one transaction. Returns the time of the commit. */
async function record(tenant: Tenant, count: number, on = laurel): Promise<number> {
  const context = on.context(tenant);
  const templateId = newId(new Date());
  const events = Array.from({ length: count }, (_, index) => ({
    ...{ type: 'template.published' as const, organisationId: tenant.organisationId, subjectId: templateId },
    ...{ data: { templateId, version: index + 1, name: 'Ünïcode “name”\n' }, fileKey: null },
  }));
  await context.em().transactional((em) => publishEvents(em, context, events));
  return Date.now();
}

/** Returns a cursor after a position, without the right mark of an event. */
function cursorAt(position: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64BE(BigInt(position));
  return bytes.toString('base64url');
}

/** A run of the command. */
class Run {
  readonly child: ChildProcess;
  out = '';
  err = '';

  constructor(args: string[], environment: Record<string, string>) {
    this.child = spawn(process.execPath, ['client/bin/main.ts', ...args], { env: { ...BARE, ...environment } });
    this.child.stdout?.on('data', (text) => {
      this.out += text;
    });
    this.child.stderr?.on('data', (text) => {
      this.err += text;
    });
    atEndOfFile(() => void this.child.kill('SIGKILL'));
  }

  /** Waits until the output matches. */
  says(pattern: RegExp): Promise<string> {
    const read = () => ({ out: this.out, err: this.err, code: this.child.exitCode });
    return waitFor(`output like ${pattern}`, read, ({ out, code }) => {
      if (code !== null && !pattern.test(out)) throw new Error(`ended: ${this.out}${this.err}`);
      return pattern.test(out);
    }).then(({ out }) => out);
  }

  async ended(): Promise<number | null> {
    const { child } = this;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  }

  stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }
}

const listen = (url: string, key: string, forward: string, ...args: string[]) =>
  new Run(['listen', '--forward', forward, ...args], { LAUREL_URL: url, LAUREL_API_KEY: key });

const positionsOf = (received: readonly Received[]) =>
  received.map(({ event }) => (event as unknown as { position: number }).position);

test('forwards each event with the body, headers and signatures of a webhook, soon after the commit', async () => {
  const tenant = await laurel.tenant();
  const [target, receiver] = [await Receiver.start(), await Receiver.start()];
  const run = listen(laurel.url, tenant.key, target.url, '--events', 'template.*');
  const [, secret = ''] = /Signing secret: (\S+)/.exec(await run.says(/Forwarding template\.\*/)) ?? [];
  await createWebhook(laurel.context(tenant), { name: 'real', url: receiver.url, events: ['template.*'] });
  const delays: number[] = [];
  for (let count = 1; count <= 9; count++) {
    const committed = await record(tenant, 1);
    delays.push(((await target.wait(count)).at(-1)?.at ?? 0) - committed);
  }
  // Polling once a second would not reach this. `npm run bench -- followers` measures the delay.
  expect(delays.sort((one, other) => one - other)[4]).toBeLessThan(500);
  const [forwarded, real] = [(await target.wait(9))[0] as Received, (await receiver.wait(9))[0] as Received];
  const others = ({ headers }: Received) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !/signature|delivery|^webhook-|host/.test(name)));
  expect(others(forwarded)).toEqual(others(real));
  expect(Object.keys(forwarded.headers)).toEqual(Object.keys(real.headers));
  const { deliveryId: _, ...body } = forwarded.event;
  expect(Object.keys(forwarded.event)).toEqual(Object.keys(real.event));
  expect(body).toEqual((({ deliveryId: __, ...given }) => given)(real.event));
  const headers = forwarded.headers as Record<string, string>;
  expect(new Webhook(secret).verify(forwarded.body, headers)).toEqual(forwarded.event);
  expect(await verifyWebhook(forwarded.body, headers, secret)).toEqual(forwarded.event);
  await run.says(/#\d+ template\.published {2}204, \d+ ms/);
  expect(await run.stop()).toBe(0);
  expect([run.err, /Stopped\. To continue from here, add --after (\S+)\n$/.test(run.out)]).toEqual(['', true]);
});

test('continues after a break of the connection and after a stop, without losing or repeating an event', async () => {
  const tenant = await laurel.tenant();
  const target = await Receiver.start();
  const relay = await Relay.start(new URL(laurel.url));
  const run = listen(relay.url, tenant.key, target.url);
  await run.says(/Forwarding/);
  // A break before the first event, and others in the middle.
  await waitFor(
    'an open stream',
    () => relay.streams,
    (count) => count === 1,
  );
  relay.cut();
  await run.says(/Connection lost/);
  await record(tenant, 3);
  await target.wait(3);
  for (let round = 1; round <= 3; round++) {
    await record(tenant, 20);
    await target.wait(3 + (round - 1) * 20 + 2);
    relay.cut();
    await target.wait(3 + round * 20);
  }
  await run.says(/Connected again/);
  await run.says(new RegExp(`#${positionsOf(target.received).at(-1)} `));
  expect(await run.stop()).toBe(0);
  const [, cursor = ''] = /--after (\S+)/.exec(run.out) ?? [];
  await record(tenant, 2);
  const next = listen(laurel.url, tenant.key, target.url, '--after', cursor);
  await target.wait(65);
  await record(tenant, 1);
  await target.wait(66);
  expect(await next.stop('SIGTERM')).toBe(0);
  const positions = positionsOf(target.received);
  expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
});

test('survives a killed server, and events that commit while it is down', async () => {
  const own = await Laurel.start({}, { isApart: true });
  const tenant = await own.tenant();
  const target = await Receiver.start();
  const { port } = new URL(own.url);
  const run = listen(own.url, tenant.key, target.url);
  await run.says(/Forwarding/);
  await record(tenant, 1, own);
  await target.wait(1);
  await own.stop('SIGKILL');
  await run.says(/Connection lost/);
  await record(tenant, 2, own);
  await own.launch({ PORT: port });
  await target.wait(3);
  await run.says(/Connected again/);
  const positions = positionsOf(target.received);
  expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));
  expect(await run.stop()).toBe(0);
});

test('reports a target that is down, refuses, redirects or hangs, and goes on', async () => {
  const tenant = await laurel.tenant();
  const elsewhere = await Receiver.start();
  const target = await Receiver.start((response, before) => {
    if (before === 0) response.writeHead(500).end('x'.repeat(1_000_000));
    else if (before === 1) response.writeHead(307, { Location: elsewhere.url }).end();
    else if (before === 2) response.socket?.destroy();
    else if (before > 3) response.writeHead(204).end();
  });
  const run = listen(laurel.url, tenant.key, target.url);
  await run.says(/Forwarding/);
  await record(tenant, 5);
  const out = await run.says(/204, \d+ ms/);
  expect(out.match(/template\.published {2}.*(?=, \d+ ms)/g)).toEqual([
    'template.published  500 (a webhook would try again)',
    'template.published  307 (a webhook would try again)',
    'template.published  not delivered: the connection was closed',
    'template.published  not delivered: no answer within 10 s',
    'template.published  204',
  ]);
  expect(elsewhere.received).toEqual([]);
  expect(await run.stop()).toBe(0);
  const down = listen(laurel.url, tenant.key, 'http://127.0.0.1:1/');
  await down.says(/Forwarding/);
  await record(tenant, 1);
  await down.says(/not delivered: nothing listens there, \d+ ms/);
  expect(await down.stop()).toBe(0);
});

test('ends at once while a target hangs, and names the event that has no answer', async () => {
  const tenant = await laurel.tenant();
  const target = await Receiver.start((response, before) => {
    if (before === 0) response.writeHead(204).end();
  });
  const run = listen(laurel.url, tenant.key, target.url);
  await run.says(/Forwarding/);
  await record(tenant, 2);
  await target.wait(2);
  const began = performance.now();
  expect(await run.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(5000);
  const [, cursor = ''] = /--after (\S+)/.exec(run.out) ?? [];
  const again = await Receiver.start();
  const next = listen(laurel.url, tenant.key, again.url, '--after', cursor);
  await again.wait(1);
  expect(positionsOf(again.received)).toEqual(positionsOf(target.received.slice(1)));
  await next.stop();
});

const FOLLOWED = 'http://127.0.0.1:4000/hooks';
test('explains wrong settings in one line', async () => {
  const tenant = await laurel.tenant();
  const { key: unscoped } = await createApiKey(laurel.context(tenant), { name: 'x', scopes: ['credits:read'] });
  await record(tenant, 1);
  const ahead = cursorAt(1000);
  const html = createServer((_request, response) => response.end('<html>'));
  await new Promise<void>((resolve) => html.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => void html.close());
  const page = `http://127.0.0.1:${(html.address() as AddressInfo).port}`;
  const { url } = laurel;
  const cases: [Run, number, RegExp][] = [
    [listen(url, 'svc_live_wrong', FOLLOWED), 1, /LAUREL_API_KEY: /],
    [listen(url, unscoped, FOLLOWED), 1, /LAUREL_API_KEY: .*events:read/],
    [listen(url, tenant.key, FOLLOWED, '--after', ahead), 1, /--after: The event log has no such position\. .*list/],
    [listen(url, tenant.key, FOLLOWED, '--after', 'x'), 1, /--after: Not a cursor/],
    [listen(url, tenant.key, FOLLOWED, '--events', 'certificate'), 1, /--events: Unknown event type certificate/],
    [
      listen('http://127.0.0.1:1024', tenant.key, FOLLOWED),
      1,
      /No connection to http:.*nothing listens there.*LAUREL_URL/,
    ],
    [listen(page, tenant.key, FOLLOWED), 1, /No connection to http:.*does not answer as Laurel does.*LAUREL_URL/],
    [listen('laurel', tenant.key, FOLLOWED), 2, /LAUREL_URL: not a web address/],
    [listen(url, 'ключ', FOLLOWED), 2, /LAUREL_API_KEY: not an API key/],
    [listen(url, tenant.key, 'localhost:4000'), 2, /--forward: not a web address/],
    [listen(url, tenant.key, FOLLOWED, '--secret', 'x'), 2, /--secret: not a signing secret/],
    [listen(url, tenant.key, FOLLOWED, 'certificate.txt'), 2, /Unexpected "certificate.txt".*quotes/],
    [listen(url, tenant.key, FOLLOWED, '--event', '*'), 2, /Unknown option '--event'\.$/m],
    [new Run(['listen'], {}), 2, /LAUREL_URL is not set/],
    [new Run(['listen'], { LAUREL_URL: url }), 2, /LAUREL_API_KEY is not set/],
    [new Run(['send'], {}), 2, /Unknown command "send"/],
  ];
  for (const [run, code, message] of cases) {
    expect([await run.ended(), run.err]).toEqual([code, expect.stringMatching(message)]);
    expect(run.err.trim().split('\n')).toHaveLength(1);
    expect(run.err).not.toContain(tenant.key);
  }
  const help = new Run(['--help'], {});
  expect([await help.ended(), help.out]).toEqual([0, expect.stringContaining('Usage: laurel-client listen')]);
});

test('ends with the reason when its key is revoked', async () => {
  const tenant = await laurel.tenant();
  const { id, key } = await createApiKey(laurel.context(tenant), { name: 'listens', scopes: ['events:read'] });
  const run = listen(laurel.url, key, FOLLOWED);
  await run.says(/Forwarding/);
  await revokeApiKey(laurel.context(tenant), id);
  expect([await run.ended(), run.err]).toEqual([1, expect.stringMatching(/^laurel-client: LAUREL_API_KEY: /)]);
});

test('events.follow yields events with cursors, and ends with a break, a signal or a refusal', async () => {
  const tenant = await laurel.tenant();
  const client = createClient({ baseUrl: laurel.url, apiKey: tenant.key });
  const { nextCursor: after } = await client.events.list.query({ after: 'latest' });
  const { nextCursor: start } = await client.events.list.query({});
  expect([after, start].every((cursor) => /^[\w-]{22}$/.test(cursor))).toBe(true);
  await laurel.issue(tenant);
  const seen = [];
  for await (const event of client.events.follow({ after, types: 'certificate.*' })) if (seen.push(event) === 2) break;
  const { events } = await client.events.list.query({ after, types: 'certificate.*' });
  expect(seen.map(({ cursor: _, ...event }) => event)).toEqual(events);
  expect(Object.keys(seen[0] ?? {})).toEqual(['id', 'type', 'createdAt', 'position', 'data', 'cursor']);
  const rest = client.events.follow({ after: seen[0]?.cursor ?? '', types: 'certificate.*' });
  expect((await rest.next()).value).toEqual(seen[1]);
  await rest.return();
  const stopping = new AbortController();
  const waiting = client.events.follow({ signal: stopping.signal });
  const next = waiting.next();
  setTimeout(() => stopping.abort(new Error('enough')), 300);
  await expect(next).rejects.toThrow('enough');
  const wrong = await client.events
    .follow({ after: cursorAt(1000) })
    .next()
    .catch((error) => error);
  expect(isLaurelError(wrong, 'VALIDATION_ERROR') && wrong.details).toMatchObject([
    { path: 'after', code: 'unknown_position' },
  ]);
});

async function failingTemplate(tenant: Tenant): Promise<string> {
  const box = { x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12 };
  const { id } = await importTemplate(laurel.context(tenant), {
    ...{ name: 'Failing', recipientNameVariable: 'name', page: { width: 300, height: 200 } },
    variables: { mark: { type: 'choice', options: ['fail@test.laurel'] } },
    elements: [{ type: 'text', ...box, text: '{{name}} {{mark}}' }],
  });
  return id;
}

test('trigger causes a real event of test mode, which listen forwards, and refuses everything else', async () => {
  const tenant = await laurel.tenant();
  const sandbox = await openSandbox(laurel.context(tenant));
  const { key } = await createApiKey(sandbox, {
    name: 'test',
    scopes: ['templates:read', 'certificates:write', 'certificates:revoke', 'certificates:import', 'events:read'],
  });
  const target = await Receiver.start();
  const run = listen(laurel.url, key, target.url, '--events', '*');
  await run.says(/Forwarding/);
  const trigger = (apiKey: string, ...args: string[]) =>
    new Run(['trigger', ...args], { LAUREL_URL: laurel.url, LAUREL_API_KEY: apiKey });
  // Templates can't be published in test mode.
  const caused = EVENT_TYPE_NAMES.filter((type) => type !== 'template.published');
  const cause = async (type: string) => {
    const made = trigger(key, type, '--template', tenant.templateId);
    expect([await made.ended(), made.err]).toEqual([0, '']);
    await waitFor(
      type,
      () => target.of(type).length,
      (count) => count > 0,
    );
  };
  await Promise.all(caused.map(cause));
  expect(target.of('certificate.ready')[0]?.event.data.templateId).toBe(tenant.templateId);
  const client = createClient({ baseUrl: laurel.url, apiKey: tenant.key });
  expect((await client.events.list.query({ types: 'certificate.*' })).events).toEqual([]);
  const cases: [Run, number, RegExp][] = [
    [trigger(tenant.key, 'certificate.ready'), 2, /not a key of test mode/],
    [trigger(key, 'template.published'), 2, /Cannot cause template\.published\. Use one of certificate\.issued/],
    [trigger(key, 'constructor'), 2, /Cannot cause constructor/],
    [trigger(key), 2, /Give one event type/],
    // Its only value makes renderings fail in test mode.
    [
      trigger(key, 'certificate.bounced', '--template', await failingTemplate(tenant)),
      1,
      /could not be rendered|failed/,
    ],
    [trigger(key, 'certificate.ready', '--forward', 'x'), 2, /--forward does not belong/],
    [trigger(key, 'certificate.ready', '--template', newId(new Date())), 2, /--template: not found/],
    [trigger('svc_test_wrong', 'certificate.ready'), 1, /LAUREL_API_KEY: /],
  ];
  for (const [one, code, message] of cases)
    expect([await one.ended(), one.err]).toEqual([code, expect.stringMatching(message)]);
  await run.stop();
});

/** Passes connections on to a server, and can cut all of them. */
class Relay {
  readonly #sockets = new Set<Socket>();
  url = '';
  /** Number of opened event streams. */
  streams = 0;

  static async start(to: URL): Promise<Relay> {
    const relay = new Relay();
    const server = createTcpServer((socket) => {
      const onward = connect(Number(to.port), to.hostname);
      for (const one of [socket, onward]) relay.#sockets.add(one.on('error', () => undefined));
      onward.on('data', (chunk) => {
        if (String(chunk).includes('event: connected')) relay.streams++;
      });
      socket.pipe(onward).pipe(socket);
    });
    atEndOfFile(() => {
      relay.cut();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    relay.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return relay;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }
}
