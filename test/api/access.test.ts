import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import type { Detail } from '../../errors/detail.ts';
import type { AppRouter } from '../../procedures/router.ts';
import { addressKey } from '../../server/http/address-keys.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { serveHere } from '../support/installation.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_CERTIFICATES: '3', RATE_LIMIT_VERIFY: '5' });
});

test('rejects a missing, mistyped, unknown, expired or revoked key with the code of the contract', async () => {
  const context = laurel.context(await laurel.tenant());
  const code = async (key?: string) =>
    (await laurel.call('/credits', key === undefined ? {} : { key })).body.error?.code;
  const expired = await createApiKey(context, { name: 'old', scopes: ['credits:read'], expiresAt: new Date(0) });
  const revoked = await createApiKey(context, { name: 'gone', scopes: ['credits:read'] });
  expect(await code(revoked.key)).toBeUndefined();
  await revokeApiKey(context, revoked.id);
  await waitFor('the end of a revoked key', () => code(revoked.key), Boolean, { limitMs: 1000 });
  expect(
    await Promise.all([code(), code('svc_live_x'), code(`${revoked.key.slice(0, -1)}!`), code(revoked.key)]),
  ).toEqual(Array(4).fill('UNAUTHORIZED'));
  expect(await code(expired.key)).toBe('KEY_EXPIRED');
});

test('rejects a key without the scope as FORBIDDEN before reading its body', async () => {
  const { key } = await laurel.tenant({ scopes: ['certificates:read'] });
  const { status, body } = await laurel.call('/certificates', { key, body: '{' });
  expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
});

test('reports the wait when a key exceeds its limit, counting REST and native calls together', async () => {
  const { key, templateId } = await laurel.tenant();
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${laurel.url}/trpc`, headers: { Authorization: `Bearer ${key}` }, maxItems: 20 })],
  });
  const input = { templateId, variables: VARIABLES, dryRun: true };
  await Promise.all([client.certificates.generate.mutate(input), client.certificates.generate.mutate(input)]);
  const last = await laurel.call('/certificates', { key, body: input });
  expect([last.status, last.headers.get('RateLimit-Policy')]).toEqual([201, '"certificates";q=3;w=60']);
  expect(last.headers.get('RateLimit')).toMatch(/^"certificates";r=0;t=([1-9]|[1-5]\d|60)$/);
  const refused = await laurel.call('/certificates', { key, body: input });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
  const wait = Number(refused.headers.get('Retry-After'));
  expect(wait).toBeGreaterThan(0);
  expect(refused.headers.get('RateLimit')).toBe(`"certificates";r=0;t=${wait}`);
  await expect(client.certificates.generate.mutate(input)).rejects.toMatchObject({
    data: { code: 'RATE_LIMITED', httpStatus: 429 },
  });
  const batch = await fetch(`${laurel.url}/trpc/certificates.revoke,certificates.generate?batch=1`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 0: {}, 1: input }),
  });
  // A fault without a wait precedes the one with it.
  expect(await batch.json()).toMatchObject([{ error: {} }, { error: { data: { code: 'RATE_LIMITED' } } }]);
  expect(Number(batch.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('accepts at most 20 native calls per request, and counts none of a larger one', async () => {
  const { key } = await laurel.tenant();
  const send = (calls: number, comma: string) =>
    fetch(`${laurel.url}/trpc/${Array(calls).fill('credits.get').join(comma)}?batch=1`, {
      headers: { Authorization: `Bearer ${key}` },
    });
  expect((await send(20, ',')).status).toBe(200);
  for (const comma of [',', '%2C', '%2c']) {
    const refused = await send(21, comma);
    expect([refused.status, refused.headers.get('RateLimit')]).toEqual([400, null]);
    const { error } = (await refused.json()) as { error: object };
    const message = 'Too many calls in one request. Send at most 20.';
    expect(error).toMatchObject({ message, data: { code: 'VALIDATION_ERROR', httpStatus: 400 } });
  }
});

test('looks up the session of a request once for all of its calls', async () => {
  const tenant = await laurel.tenant();
  const { key } = tenant;
  const headers = await sessionOf(laurel, tenant, 'calls@access.example', 'viewer');
  const { services } = laurel.installation;
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where relation = 'auth.session'::regclass and not granted`.execute(
      database(services.em()),
    );
    return rows[0]?.count ?? 0;
  };
  const paths = Array(20).fill('credits.get').join(',');
  let asked: Promise<Response> | undefined;
  // Each look-up waits for the lock.
  const most = await services.em().transactional(async (em) => {
    await sql`lock table auth.session in access exclusive mode`.execute(database(em));
    asked = fetch(`${laurel.url}/trpc/${paths}?batch=1`, { headers });
    await waitFor('a look-up of the session', waiting);
    // Later calls, which need no session, have been answered when all look-ups of the request wait.
    const answers = await fetch(`${laurel.url}/trpc/${paths}?batch=1`, { headers: { Authorization: `Bearer ${key}` } });
    expect(answers.status).toBe(200);
    return waiting();
  });
  expect([(await asked)?.status, most]).toEqual([200, 1]);
});

test('accepts as many concurrent calls as the limit allows, and reports the rest of the limit to each', async () => {
  const { key, templateId } = await laurel.tenant();
  const input = { templateId, variables: VARIABLES, dryRun: true };
  const all = await Promise.all(Array.from({ length: 12 }, () => laurel.call('/certificates', { key, body: input })));
  const left = (status: number) =>
    all.flatMap((answer) =>
      answer.status === status ? /;r=(\d+);/.exec(answer.headers.get('RateLimit') ?? '')?.[1] : [],
    );
  expect(left(201).sort()).toEqual(['0', '1', '2']);
  expect(left(429)).toEqual(Array(9).fill('0'));
});

test('names missing members and members of a wrong type in plain words', async () => {
  const { key, templateId } = await laurel.tenant({ scopes: ['certificates:write'] });
  const faults = async (body: unknown) => {
    const answer = await laurel.call('/batches', { key, body });
    return answer.body.details.map(({ path, code, message }: Detail) => `${path} ${code} ${message}`);
  };
  expect(await faults({})).toEqual([
    'templateId required Missing. Give a text.',
    'recipients required Missing. Give a list.',
  ]);
  expect(await faults({ templateId, recipients: 'all', sendEmail: 'yes' })).toEqual([
    'recipients wrong_type Wrong type. Use a list.',
    'sendEmail wrong_type Wrong type. Use true or false.',
  ]);
});

test('limits verification by address', async () => {
  const ask = () => laurel.call(`/verify/${'0'.repeat(64)}`);
  const statuses = [];
  for (let index = 0; index < 6; index++) statuses.push((await ask()).status);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
});

test('rejects a text for a number in native calls, without a stack trace', async () => {
  const { key } = await laurel.tenant();
  const response = await fetch(`${laurel.url}/trpc/certificates.list?input=${encodeURIComponent('{"limit":"7"}')}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const { error } = (await response.json()) as { error: { data: Record<string, unknown> } };
  expect(error.data).toMatchObject({ code: 'VALIDATION_ERROR', httpStatus: 400, details: [{ path: 'limit' }] });
  expect(error.data).not.toHaveProperty('stack');
});

test('responds NOT_FOUND to unknown routes, in the shape of all errors', async () => {
  const { status, body } = await laurel.call('/nothing');
  expect([status, body]).toEqual([404, { error: { code: 'NOT_FOUND', message: 'Resource not found', status: 404 } }]);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:DB8:0001:2::1%eth0', '2001:db8:1:2'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('counts the address %s as %s', (address, counted) => {
  expect(addressKey(address)).toBe(counted);
});

test('limits verifications of a whole /64 together, behind a trusted proxy', async () => {
  const proxied = await Laurel.start({ RATE_LIMIT_VERIFY: '2', TRUST_PROXY: 'true' });
  const ask = async (address: string) =>
    (await proxied.call(`/verify/${'0'.repeat(64)}`, { headers: { 'X-Forwarded-For': address } })).status;
  const statuses = [];
  for (const end of ['1', '2', '3']) statuses.push(await ask(`2001:db8:1:2::${end}`));
  expect([...statuses, await ask('2001:db8:1:3::1')]).toEqual([404, 404, 429, 404]);
});

test.each([
  (end: number) => `192.0.2.7:${end}`,
  (end: number) => (end === 1 ? '2001:db8:1:2::1' : `[2001:db8:1:2::${end}]:${end}`),
])('ignores ports that a trusted proxy adds to addresses (%#)', async (address) => {
  const proxied = await Laurel.start({ RATE_LIMIT_VERIFY: '2', TRUST_PROXY: 'true' });
  const statuses = [];
  for (const end of [1, 2, 3]) {
    const headers = { 'X-Forwarded-For': address(end) };
    statuses.push((await proxied.call(`/verify/${'0'.repeat(64)}`, { headers })).status);
  }
  expect(statuses).toEqual([404, 404, 429]);
});

test('limits a /48 to ten times the limit of a /64', async () => {
  const proxied = await Laurel.start({ RATE_LIMIT_VERIFY: '1', TRUST_PROXY: 'true' });
  const ask = async (address: string) =>
    (await proxied.call(`/verify/${'0'.repeat(64)}`, { headers: { 'X-Forwarded-For': address } })).status;
  const statuses = [];
  for (let subnet = 1; subnet <= 11; subnet++) statuses.push(await ask(`2001:DB8:1:${subnet}::1`));
  expect(statuses).toEqual([...Array(10).fill(404), 429]);
  expect([await ask('2001:db8:2:1::1'), await ask('192.0.2.1')]).toEqual([404, 404]);
});

test('limits all keys of an organisation to five times the limit of one, across processes', async () => {
  const tenant = await laurel.tenant();
  const other = await laurel.tenant();
  const keys = [tenant.key];
  for (let count = 0; count < 6; count++)
    keys.push((await createApiKey(laurel.context(tenant), { name: 'k', scopes: ['certificates:write'] })).key);
  const second = await serveHere({ ...laurel.operatorEnvironment(), ROLE: 'api' });
  atEndOfFile(second.stop);
  const ask = ({ url }: { url: string }, key: string) =>
    fetch(`${url}/api/v1/certificates`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
  const here = await Promise.all(keys.slice(0, 4).flatMap((key) => [1, 2, 3].map(() => ask(laurel, key))));
  expect(here.map(({ status }) => status)).toEqual(Array(12).fill(400));
  const counted = sql<{ points: number }>`
    select points from rate_limits where key = ${`certificates-organisation:${tenant.organisationId}`}`;
  await waitFor(
    'the count of the first process',
    async () => (await counted.execute(database(laurel.installation.services.em()))).rows[0]?.points,
    (points) => points === 12,
  );
  const there = [];
  for (const key of keys.slice(4)) for (let call = 0; call < 2; call++) there.push(await ask(second, key));
  expect(there.map(({ status }) => status)).toEqual([400, 400, 400, 429, 429, 429]);
  expect(there.at(-1)?.headers.get('RateLimit-Policy')).toBe('"certificates-organisation";q=15;w=60');
  expect(Number(there.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await ask(laurel, other.key)).status).toBe(400);
});

test('ends a window within a minute after the clock was set back', async () => {
  const { key } = await laurel.tenant();
  const ask = () => laurel.call('/certificates', { key, body: {} });
  await ask();
  await sql`update rate_limits set points = 1000, expire = expire + 86400000 where key like 'certificates:%'`.execute(
    database(laurel.installation.services.em()),
  );
  expect((await ask()).status).toBe(400);
});
