import { randomBytes, scrypt } from 'node:crypto';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEgress } from '../../server/adapters/egress.ts';
import { makeResolve } from '../../server/adapters/public-addresses.ts';
import { figure, scale, timing } from '../support/faults.ts';
import { startNameServer } from '../support/name-server.ts';

/** Number of connections to 127.0.0.1 and to 127.0.0.2, at the same port. Only the second one answers. */
const hits = { '127.0.0.1': 0, '127.0.0.2': 0 };
let port = 0;
const canaries = (['127.0.0.1', '127.0.0.2'] as const).map((address) =>
  createServer((socket) => {
    hits[address]++;
    socket.end(address === '127.0.0.2' ? 'HTTP/1.1 204 No Content\r\n\r\n' : '');
  }),
);

beforeAll(async () => {
  for (const [index, server] of canaries.entries()) {
    await new Promise<void>((resolve) => server.listen(port, `127.0.0.${index + 1}`, resolve));
    port = (server.address() as { port: number }).port;
  }
});
afterAll(() => {
  for (const server of canaries) server.close();
});

/** Ranges that organisations must not make us connect to: RFC 6890 and IANA's special-purpose registries. */
const PRIVATE_V4 = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 ' +
  '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ');
const PRIVATE_V6 =
  '::/16 100::/64 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2001:db8::/32 2002::/16 4000::/3 fc00::/7 fe80::/10 fec0::/10 ff00::/8'.split(
    ' ',
  );

/** Generates any address of one of the ranges. */
const within = (ranges: string[]) =>
  fc.tuple(fc.constantFrom(...ranges), fc.uint8Array({ minLength: 16, maxLength: 16 })).map(([cidr, random]) => {
    const [range, bits] = ipaddr.parseCIDR(cidr);
    const bytes = range.toByteArray().map((byte, index) => {
      const kept = Math.min(8, Math.max(0, bits - index * 8));
      const mask = (0xff << (8 - kept)) & 0xff;
      return (byte & mask) | ((random[index] ?? 0) & ~mask & 0xff);
    });
    return ipaddr.fromByteArray(bytes);
  });

const hex = (byte: number) => byte.toString(16).padStart(2, '0');
/** Ways to write an IPv4 address in a URL, some of them as IPv6. */
const SPELLINGS: ((bytes: number[]) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => String(Buffer.from(bytes).readUInt32BE()),
  (bytes) => `0x${bytes.map(hex).join('')}`,
  (bytes) => `0${Buffer.from(bytes).readUInt32BE().toString(8)}`,
  (bytes) => bytes.map((byte) => `0x${hex(byte)}`).join('.'),
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  (bytes) => `${bytes[0]}.${Buffer.from([0, ...bytes.slice(1)]).readUInt32BE()}`,
  (bytes) => bytes.join('%2e'),
  (bytes) => bytes.join('。'),
  (bytes) => [...bytes.join('.')].map((c) => (c === '.' ? c : String.fromCodePoint(0xff10 + Number(c)))).join(''),
  (bytes) => `user:secret@${bytes.join('.')}`,
  (bytes) => `example.org@${bytes.join('.')}`,
  (bytes) => `example.org%40x@${bytes.join('.')}`,
  ...['::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:'].flatMap((prefix) => [
    (bytes: number[]) => `[${prefix}${bytes.join('.')}]`,
    ([a = 0, b = 0, c = 0, d = 0]: number[]) => `[${prefix}${hex(a)}${hex(b)}:${hex(c)}${hex(d)}]`,
  ]),
  ([a = 0, b = 0, c = 0, d = 0]) => `[2002:${hex(a)}${hex(b)}:${hex(c)}${hex(d)}::1]`,
  ([a = 0, b = 0, c = 0, d = 0]) =>
    `[2001:0:1:2:3:4:${hex(~a & 255)}${hex(~b & 255)}:${hex(~c & 255)}${hex(~d & 255)}]`,
  (bytes) => `[::ffff:${bytes.join('.')}%25eth0]`,
];

const spelledV4 = fc
  .tuple(within(PRIVATE_V4), fc.constantFrom(...SPELLINGS))
  .map(([address, spell]) => spell(address.toByteArray()));
const spelledV6 = within(PRIVATE_V6).map((address) => `[${address.toNormalizedString()}]`);

test('no spelling of a private address is connected to', async () => {
  const egress = makeEgress([], async (name) => {
    throw new Error(`${name} was looked up`);
  });
  const count = scale(2000, 100_000);
  let connected = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(spelledV4, spelledV6), fc.constantFrom('http', 'https'), async (host, scheme) => {
      const { status, error } = await egress.post(`${scheme}://${host}:${port}/`, {}, '{}');
      const isRefused = status === null && /is not a public address|is not valid/.test(error ?? '');
      if (!isRefused) connected++;
      expect(isRefused, `${host}: ${error}`).toBe(true);
    }),
    { numRuns: count },
  );
  figure({ fault: 'F12', what: `of ${count} spellings, not refused`, measured: connected, wanted: 0 });
  figure({ fault: 'F12', what: 'connections to the canary', measured: hits['127.0.0.1'], wanted: 0 });
});

test('EGRESS_ALLOW permits only its own addresses, in any spelling', async () => {
  const egress = makeEgress(['127.0.0.2/32']);
  const [before] = [hits['127.0.0.2']];
  for (const host of ['127.0.0.2', '2130706434', '0x7f000002'])
    expect((await egress.post(`http://${host}:${port}/`, {}, '{}')).status).toBe(204);
  expect(hits['127.0.0.2']).toBe(before + 3);
  for (const host of ['127.0.0.1', 'localhost', 'localhost.', '[::1]', '[::ffff:127.0.0.2]'])
    expect((await egress.post(`http://${host}:${port}/`, {}, '{}')).error).toContain('is not a public address');
  expect(hits['127.0.0.1']).toBe(0);
});

test('a name is connected to only if all of its addresses were checked, and never without an answer from the name server', async () => {
  const { resolver, asked } = await startNameServer((name, before) => {
    if (name === 'rebinds.example') return before === 0 ? ['127.0.0.2'] : ['127.0.0.1'];
    if (name === 'mixed.example') return ['127.0.0.2', '127.0.0.1'];
    if (name === 'six.example') return ['127.0.0.2', '::1'];
    if (name === 'mapped.example') return ['::ffff:127.0.0.1', '64:ff9b::7f00:1'];
    if (name === 'garbage.example') return randomBytes(64);
    if (name === 'silent.example') return null;
    return name === 'broken.example' ? 2 : name === 'empty.example' ? [] : 3;
  });
  const egress = makeEgress(['127.0.0.2/32'], makeResolve(resolver));
  const post = (name: string) => egress.post(`http://${name}:${port}/`, {}, '{}');
  const before = hits['127.0.0.2'];
  expect((await post('rebinds.example')).status).toBe(204);
  expect(asked).toEqual(['rebinds.example']);
  for (const name of ['rebinds.example', 'mixed.example', 'six.example', 'mapped.example'])
    expect((await post(name)).error, name).toContain('is not a public address');
  for (const name of ['missing.example', 'broken.example', 'empty.example', 'garbage.example', 'silent.example']) {
    const { status, error, durationMs } = await post(name);
    expect([status, error], name).toEqual([null, expect.any(String)]);
    timing({ fault: 'F13', what: `${name} given up`, measured: durationMs, wanted: 10_500, unit: 'ms' });
  }
  const strayed = hits['127.0.0.1'] + hits['127.0.0.2'] - before - 1;
  figure({ fault: 'F13', what: 'connections to unchecked addresses', measured: strayed, wanted: 0 });
});

test('names whose servers never answer do not block other work', async () => {
  const { resolver } = await startNameServer(() => null, 600_000);
  const egress = makeEgress([], makeResolve(resolver));
  const posts = Array.from({ length: 20 }, (_, index) => egress.post(`http://silent-${index}.example/`, {}, '{}'));
  // Node's own lookups would occupy the threads that hash passwords and read files.
  await promisify(scrypt)('password', 'salt', 16);
  resolver.cancel();
  expect((await Promise.all(posts)).map(({ error }) => error)).toEqual(
    posts.map(() => expect.stringContaining('ECANCELLED')),
  );
});
