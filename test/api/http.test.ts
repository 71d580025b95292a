import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { authenticate } from '../support/authentic.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let certificate: { id: string; verificationHash: string; pdfUrl: string };
let session: Record<string, string>;
let exported: string;

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  [certificate, session] = await Promise.all([
    laurel.issue(tenant, { ...VARIABLES, name: 'Ada ＂Lovelace＂; filename=evil.exe' }),
    sessionOf(laurel, tenant, 'viewer@example.org', 'viewer'),
  ]);
  exported = `/exports/certificates.csv?organisationId=${tenant.organisationId}`;
});

const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, laurel.url), { redirect: 'manual', ...init });
const verified = async () => {
  const history = await nativeClient(laurel, session).certificates.history.query({ id: certificate.id });
  return history.verifications.count;
};

test('answers HEAD like GET, with the same status and no body', async () => {
  const bearer = { Authorization: `Bearer ${tenant.key}` };
  const { verificationHash, id, pdfUrl } = certificate;
  for (const [path, headers] of [
    ['/health', {}],
    ['/ready', {}],
    ['/.well-known/jwks.json', {}],
    ['/api/v1/openapi.json', {}],
    ['/docs', {}],
    ['/docs/errors', {}],
    ['/docs/api', {}],
    [new URL(pdfUrl).pathname, {}],
    [`/verify/${verificationHash}`, {}],
    [`/api/v1/verify/${verificationHash}`, {}],
    [`/api/v1/verify/${'0'.repeat(64)}`, {}],
    ['/api/v1/credits', bearer],
    ['/api/v1/credits', {}],
    [`/api/v1/certificates/${id}`, bearer],
    [`/api/v1/certificates/${id}/download`, bearer],
    ['/trpc/credits.get', bearer],
    ['/auth/get-session', {}],
    [exported, { Cookie: session.Cookie ?? '' }],
    [exported, {}],
    ['/log/checkpoint', {}],
    ['/log/tile/0/999', {}],
    [`/log/entries/${verificationHash}`, {}],
    ['/nowhere', {}],
  ] as [string, Record<string, string>][]) {
    const [asked, head] = await Promise.all([get(path, { headers }), get(path, { headers, method: 'HEAD' })]);
    expect([path, head.status, head.headers.get('Content-Type')]).toEqual([
      path,
      asked.status,
      asked.headers.get('Content-Type'),
    ]);
    expect([path, await head.text()]).toEqual([path, '']);
    await asked.body?.cancel();
  }
});

test('forbids storing any private response, including errors', async () => {
  const bearer = { Authorization: `Bearer ${tenant.key}` };
  const answers: [string, Promise<Response>][] = [
    ['/api/v1/certificates', get('/api/v1/certificates', { headers: bearer })],
    ['/api/v1/certificates refused', get('/api/v1/certificates')],
    ['/api/v1/nowhere', get('/api/v1/nowhere', { headers: bearer })],
    ['/api/v1/certificates POST', get('/api/v1/certificates', { method: 'POST', headers: bearer, body: '{' })],
    ['/trpc/credits.get', get('/trpc/credits.get', { headers: session })],
    ['/trpc, two calls', get('/trpc/credits.get,session.get?batch=1', { headers: session })],
    ['/trpc/credits.get refused', get('/trpc/credits.get')],
    ['/auth/get-session', get('/auth/get-session', { headers: { Cookie: session.Cookie ?? '' } })],
    ['/auth/sign-in/email refused', get('/auth/sign-in/email', { method: 'POST' })],
    ['/exports', get(exported, { headers: { Cookie: session.Cookie ?? '' } })],
    ['/exports refused', get(exported)],
    ['/fonts/own', get('/fonts/own/Mine', { headers: session })],
  ];
  for (const [name, answer] of answers)
    expect([name, (await answer).headers.get('Cache-Control')]).toEqual([name, 'no-store']);
  const file = await get(new URL(certificate.pdfUrl).pathname);
  expect(file.headers.get('Cache-Control')).toContain('immutable');
});

test('the API document viewer serves only the files that it uses', async () => {
  const page = await (await get('/docs/api')).text();
  const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(4);
  for (const address of addresses) expect([address, (await get(address)).status]).toEqual([address, 200]);
  const others = ['index.html', 'swagger-ui.js', 'swagger-ui-bundle.js.map', 'oauth2-redirect.html', 'package.json'];
  for (const name of others) expect([name, (await get(`/docs/api/${name}`)).status]).toEqual([name, 404]);
});

test('HEAD does not count as a verification', async () => {
  const before = await verified();
  const paths = [`/verify/${certificate.verificationHash}`, `/api/v1/verify/${certificate.verificationHash}`];
  for (const path of paths) expect((await get(path, { method: 'HEAD' })).status).toBe(200);
  const input = encodeURIComponent(JSON.stringify({ hash: certificate.verificationHash }));
  expect((await get(`/trpc/verify.certificate?input=${input}`, { method: 'HEAD' })).status).toBe(200);
  expect(await verified()).toBe(before);
  for (const path of paths) expect((await get(path)).status).toBe(200);
  expect(await verified()).toBe(before + 2);
});

test.each([
  'Application/JSON',
  'APPLICATION/JSON; charset=UTF-8',
  'application/json ; charset="utf-8"',
  'application/json;profile=x',
])('accepts a body of the media type %s as JSON', async (type) => {
  const body = JSON.stringify({ templateId: tenant.templateId, variables: VARIABLES, dryRun: true });
  const answer = await laurel.call('/certificates', { key: tenant.key, body, headers: { 'Content-Type': type } });
  expect([answer.status, answer.body.recipientName]).toEqual([201, VARIABLES.name]);
});

test('any origin may request public resources, with preflight, and read Retry-After', async () => {
  const origin = { Origin: 'https://elsewhere.example' };
  for (const path of [
    `/api/v1/verify/${certificate.verificationHash}`,
    '/.well-known/jwks.json',
    '/api/v1/openapi.json',
  ]) {
    const asking = {
      ...origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-request-id',
    };
    const preflight = await get(path, { method: 'OPTIONS', headers: asking });
    expect([path, preflight.status]).toEqual([path, 204]);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('GET');
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('x-request-id');
    const answer = await get(path, { headers: origin });
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  }
  const refused = { '/api/v1/credits': 405, '/api/v1/certificates': 405, '/trpc/credits.get': 404 };
  for (const [path, status] of Object.entries(refused)) {
    const answer = await get(path, { method: 'OPTIONS', headers: origin });
    expect([path, answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([path, status, null]);
  }
});

test('compresses the API document, and does not resend it to a client that has it', async () => {
  const path = '/api/v1/openapi.json';
  const plain = await get(path, { headers: { 'Accept-Encoding': 'identity' } });
  expect([plain.headers.get('Content-Encoding'), plain.headers.get('Vary')]).toEqual([null, 'Accept-Encoding']);
  const document = await plain.text();
  const tags = [plain.headers.get('ETag')];
  for (const coding of ['gzip', 'br']) {
    const packed = await get(path, { headers: { 'Accept-Encoding': coding } });
    expect(packed.headers.get('Content-Encoding')).toBe(coding);
    const size = Number(packed.headers.get('Content-Length'));
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(document.length / 4);
    expect(await packed.text()).toBe(document);
    const headers = { 'Accept-Encoding': coding, 'If-None-Match': packed.headers.get('ETag') ?? '' };
    const again = await get(path, { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
    tags.push(packed.headers.get('ETag'));
  }
  // A cache that keeps several codings distinguishes them by the tag.
  expect(new Set(tags).size).toBe(3);
});

test('page and API accept a hash in either case and a trailing slash', async () => {
  const { verificationHash } = certificate;
  for (const hash of [verificationHash, verificationHash.toUpperCase(), `${verificationHash}/`]) {
    expect([hash, (await get(`/verify/${hash}`)).status]).toEqual([hash, 200]);
    const { status, body } = await laurel.call(`/verify/${hash}`);
    expect([hash, status, body.certificate?.verificationHash]).toEqual([hash, 200, verificationHash]);
  }
  const { key } = tenant;
  expect((await laurel.call('/credits/', { key })).status).toBe(200);
  expect((await laurel.call(`/certificates/${certificate.id}/`, { key })).body.id).toBe(certificate.id);
  expect((await laurel.call('/credits//', { key })).status).toBe(404);
  const { description } = (await laurel.call('/openapi.json')).body.info;
  expect(description).toMatch(/Trailing slashes/);
  expect(description).toContain('HEAD');
});

test('keeps a valid request id, and generates one otherwise', async () => {
  const named = async (headers: Record<string, string>) =>
    (await get('/health', { headers })).headers.get('X-Request-Id');
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  expect(await named({ 'X-Request-Id': 'order-17:a/b' })).toBe('order-17:a/b');
  expect(await named({ traceparent })).toBe(traceparent);
  expect(await named({ traceparent, 'X-Request-Id': 'order-17' })).toBe('order-17');
  for (const nonsense of ['a b', '<script>', 'x'.repeat(129), ''])
    expect(await named({ 'X-Request-Id': nonsense })).toMatch(/^[0-9a-f-]{36}$/);
  expect(await named({ traceparent: '00-nonsense' })).toMatch(/^[0-9a-f-]{36}$/);
  const refused = await laurel.call('/credits', { headers: { 'X-Request-Id': 'mine' } });
  expect([refused.status, refused.headers.get('X-Request-Id')]).toEqual([401, 'mine']);
});

test('every response, `/health` and the API document name the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const path of ['/health', '/verify/x', '/api/v1/credits', '/trpc/credits.read', '/nothing'])
    expect((await get(path)).headers.get('Laurel-Version'), path).toBe(version);
  expect(await (await get('/health')).json()).toEqual({ status: 'alive', version });
  expect((await laurel.call('/openapi.json')).body.info.version).toBe(version);
});

test('every response has a policy that forbids other bases, foreign forms and frames', async () => {
  const paths = [
    '/verify/x',
    `/verify/${certificate.verificationHash}`,
    '/docs',
    '/docs/api',
    '/auth/error',
    '/health',
    '/nowhere',
  ];
  for (const path of [...paths, new URL(certificate.pdfUrl).pathname, '/api/v1/credits']) {
    const policy = (await get(path)).headers.get('Content-Security-Policy') ?? '';
    for (const part of ["default-src 'none'", "base-uri 'none'", 'form-action ', 'frame-ancestors ']) {
      expect([path, policy]).toEqual([path, expect.stringContaining(part)]);
    }
    expect([path, policy]).toEqual([
      path,
      expect.not.stringMatching(/(form-action|frame-ancestors) (?!'(none|self)')/),
    ]);
  }
});

test("a logo's address cannot add to the page's policy", async () => {
  const issuer = await laurel.tenant();
  await sql`update organisations set logo_url = 'https://a;script-src-elem/x.png' where id = ${issuer.organisationId}`.execute(
    database(laurel.installation.services.em()),
  );
  await authenticate(laurel.installation.services, 'organisations', sql`id = ${issuer.organisationId}`);
  const { verificationHash } = await laurel.issue(issuer);
  const answer = await get(`/verify/${verificationHash}`);
  expect(answer.headers.get('Content-Security-Policy')).not.toContain('script-src-elem');
  expect(answer.headers.get('Content-Security-Policy')).toMatch(/img-src 'self'(;|$)/);
});

test("no character in a name ends the quotes of a file's name", async () => {
  // Reads raw bytes, because fetch decodes headers as Latin-1.
  const header = await new Promise<string>((resolve, reject) => {
    httpRequest(new URL(new URL(certificate.pdfUrl).pathname, laurel.url), (response) => {
      response.resume();
      resolve(response.headers['content-disposition'] ?? '');
    })
      .on('error', reject)
      .end();
  });
  const outside = header.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  expect(outside).toMatch(/^inline; filename=""; filename\*=UTF-8''[\w%.~-]+$/);
  expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toContain('Ada ＂Lovelace＂; filename=evil.exe');
  const csv = await get(exported, { headers: { Cookie: session.Cookie ?? '' } });
  expect(csv.headers.get('Content-Disposition')).toMatch(/^attachment; filename="?certificates\.csv"?$/);
});

test('rejects an invalid address as such, without a failure', async () => {
  const raw = (path: string) =>
    new Promise<[number | undefined, string]>((resolve, reject) => {
      const { hostname, port } = new URL(laurel.url);
      httpRequest({ hostname, port, path }, async (response) => resolve([response.statusCode, await text(response)]))
        .on('error', reject)
        .end();
    });
  for (const path of [
    '/trpc//[',
    '/trpc/%zz',
    '/api/v1/%zz',
    '/api/v1//[',
    '/verify/%ff',
    '/files/%00/a/b',
    '//[',
    '/%',
  ]) {
    const [status] = await raw(path);
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code >= 400 && code < 500)]);
  }
});
