import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import Papa from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { figure, scale } from '../support/faults.ts';
import { everyCall, withEachText } from '../support/inputs.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { sessionOf } from '../support/people.ts';

const BODIES = scale(300, 10_000);
const AT_ONCE = 10;
/** Number of users. Each may make 1,200 calls per minute. */
const PEOPLE = scale(2, 12);
const MB = 1024 * 1024;

let laurel: Laurel;
let tenant: Tenant;
const sessions: Record<string, string>[] = [];
beforeAll(async () => {
  const limits = ['CERTIFICATES', 'BATCHES', 'DEFAULT', 'VERIFY', 'SIGN_IN', 'ORGANISATION'].map((name) => [
    `RATE_LIMIT_${name}`,
    '1000000',
  ]);
  laurel = await Laurel.start(Object.fromEntries(limits));
  tenant = await laurel.tenant({ credits: 1_000_000 });
  for (let index = 0; index < PEOPLE; index++)
    sessions.push(await sessionOf(laurel, tenant, `owner${index}@example.org`, 'owner'));
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: NonNullable<RequestInit['body']>;
}

async function send(path: string, { method = 'POST', headers = {}, body }: Sent) {
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers,
    duplex: 'half',
    ...(body !== undefined && { body }),
  };
  const answer = await fetch(laurel.url + path, init);
  return { status: answer.status, body: await answer.text() };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const byKey = () => ({ ...JSON_TYPE, Authorization: `Bearer ${tenant.key}` });
let calls = 0;
const asPerson = () => ({ ...JSON_TYPE, ...sessions[calls++ % PEOPLE] });
const nested = (depth: number, inside = ''): string => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`;

test('deeply nested JSON is answered with 400 everywhere', async () => {
  const answers = new Map<string, number>();
  for (const depth of [6000, 50_000]) {
    const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    for (const deep of [nested(depth), '['.repeat(depth), objects]) {
      const body = `{"templateId":"${tenant.templateId}","variables":${deep},"name":"x","design":${deep},"email":${deep}}`;
      const asked: [string, Sent][] = [
        ['/api/v1/certificates', { headers: byKey(), body }],
        ['/api/v1/batches', { headers: byKey(), body }],
        ['/api/v1/organisation', { method: 'PUT', headers: byKey(), body }],
        ['/trpc/certificates.generate', { headers: byKey(), body }],
        ['/trpc/designs.create', { headers: asPerson(), body }],
        ['/trpc/designs.create?batch=1', { headers: asPerson(), body: `{"0":${body}}` }],
        ['/trpc/session.get', { headers: asPerson(), body }],
        ['/auth/sign-in/email', { headers: { ...JSON_TYPE, Origin: laurel.url }, body: body.slice(0, 60_000) }],
      ];
      for (const [path, sent] of asked) answers.set(`${path} ${depth}`, (await send(path, sent)).status);
    }
  }
  const inAddress = encodeURIComponent(`{"limit":${nested(1500)}}`);
  for (const name of ['certificates.list', 'templates.get', 'credits.get']) {
    const single = await send(`/trpc/${name}?input=${inAddress}`, { method: 'GET', headers: byKey() });
    const batched = await send(`/trpc/${name},${name}?batch=1&input=${inAddress}`, { method: 'GET', headers: byKey() });
    answers.set(`GET ${name}`, single.status).set(`GET ${name}, batched`, batched.status);
  }
  const others = [...answers].filter(([, status]) => status !== 400);
  figure({ fault: 'F20', what: 'nested JSON with a status other than 400', measured: others.join(' '), wanted: '' });
});

test('a body that is too large is refused in the common error format, however it is sent', async () => {
  const refused = async (path: string, headers: Record<string, string>, size: number) => {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    let left = size;
    const stream = new ReadableStream({
      pull(controller) {
        if (left <= 0) return controller.close();
        left -= chunk.length;
        controller.enqueue(chunk);
      },
    });
    const announced = await send(path, { headers, body: Buffer.alloc(size, 0x20) });
    const dripped = await send(path, { headers, body: stream });
    return [announced, dripped].map(({ status, body }) => [
      status,
      JSON.parse(body).error?.data?.code ?? JSON.parse(body).error.code,
    ]);
  };
  const wanted = Array(2).fill([400, 'VALIDATION_ERROR']);
  expect(await refused('/auth/sign-in/email', JSON_TYPE, 128 * 1024)).toEqual(wanted);
  expect(await refused('/auth/sign-in/email', { 'Content-Type': 'text/plain' }, 128 * 1024)).toEqual(wanted);
  expect(await refused('/api/v1/certificates', byKey(), 3 * MB)).toEqual(wanted);
  expect(await refused('/trpc/certificates.generate', byKey(), 3 * MB)).toEqual(wanted);
  expect(await refused('/trpc/batches.check', asPerson(), 3 * MB)).toEqual(wanted);
  expect(await refused('/trpc/designs.create', asPerson(), 13 * MB)).toEqual(wanted);
});

test('the limit of 2 MB is 2,097,152 bytes for REST and native calls, and higher for designs', async () => {
  const padded = (size: number) => {
    const body = JSON.stringify({ templateId: tenant.templateId, variables: VARIABLES, dryRun: true });
    return `${body.slice(0, -1)}${' '.repeat(size - Buffer.byteLength(body))}}`;
  };
  const statuses = async (size: number) => [
    (await send('/api/v1/certificates', { headers: byKey(), body: padded(size) })).status,
    (await send('/trpc/certificates.generate', { headers: byKey(), body: padded(size) })).status,
  ];
  expect(await statuses(2 * MB)).toEqual([201, 200]);
  expect(await statuses(2 * MB + 1)).toEqual([400, 400]);
  // Compressed bodies are measured after their decompression.
  const packers = { gzip: gzipSync, GZIP: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  for (const [coding, pack] of Object.entries(packers)) {
    const answer = async (body: Uint8Array<ArrayBuffer>) => {
      const sent = await send('/api/v1/certificates', { headers: { ...byKey(), 'Content-Encoding': coding }, body });
      return [coding, sent.status, JSON.parse(sent.body).details?.[0].code];
    };
    expect(await answer(pack(padded(2 * MB)))).toEqual([coding, 201, undefined]);
    expect(await answer(pack(padded(2 * MB + 1)))).toEqual([coding, 400, 'body_too_large']);
    expect(await answer(pack(padded(1000)).subarray(0, 50))).toEqual([coding, 400, 'body_cut']);
  }
  const design = await send('/trpc/designs.create', {
    headers: asPerson(),
    body: `{"unknown":"${'x'.repeat(4 * MB)}"}`,
  });
  expect(design.body).not.toContain('too large');
});

test('a form with many parts is refused at the first part above the limit', async () => {
  const boundary = 'laurel';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`;
  const headers = {
    Authorization: `Bearer ${tenant.key}`,
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
  };
  const body = `${part.repeat(30_000)}--${boundary}--\r\n`;
  for (const path of ['/api/v1/organisation/logo', '/trpc/organisation.uploadLogo']) {
    const answer = await send(path, { headers, body });
    expect([path, answer.status]).toEqual([path, 400]);
    expect(answer.body).toContain('too_many_parts');
    const malformed = [
      part,
      `${part}--${boundary}`,
      'nothing',
      '',
      `--${boundary}--`,
      part.replace('name="a"', 'name="\u0000"'),
    ];
    for (const one of malformed) expect((await send(path, { headers, body: one })).status).toBe(400);
    const unbounded = { ...headers, 'Content-Type': 'multipart/form-data' };
    expect((await send(path, { headers: unbounded, body })).status).toBe(400);
  }
});

interface Target {
  path: string;
  method?: string;
  headers: Record<string, string>;
}

const TARGETS = (): Target[] => [
  { path: '/api/v1/certificates', headers: byKey() },
  { path: '/api/v1/batches', headers: byKey() },
  { path: '/api/v1/organisation', method: 'PUT', headers: byKey() },
  { path: '/api/v1/organisation/logo', headers: byKey() },
  { path: `/api/v1/certificates/${crypto.randomUUID()}/revoke`, headers: byKey() },
  ...everyCall({}).map(({ name }) => ({ path: `/trpc/${name}`, headers: asPerson() })),
  { path: '/trpc/certificates.generate,credits.get?batch=1', headers: byKey() },
  { path: '/auth/sign-in/email', headers: JSON_TYPE },
];
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
  '',
];
const CODINGS = ['', 'identity', 'gzip', 'br', 'deflate', 'nonsense'];

/** Generates typical malformed bodies: not JSON, truncated, other types, fields, media types and codings. */
function malformedBodies(): fc.Arbitrary<{ target: number; body: Uint8Array; type: string; coding: string }> {
  const inputs = everyCall({ templateId: tenant.templateId }).map(({ input }) => input);
  const mutated = fc
    .tuple(
      fc.constantFrom(...inputs),
      fc.jsonValue({ maxDepth: 3 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.nat(),
    )
    .map(([input, value, name, at]) => {
      if (typeof input !== 'object' || input === null) return value;
      const names = [...Object.keys(input), name];
      return { ...input, [names[at % names.length] ?? name]: value };
    });
  const json = fc.oneof(mutated, fc.jsonValue()).map((value) => JSON.stringify(value));
  const cut = fc.tuple(json, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
  const bytes = fc.oneof(
    { weight: 5, arbitrary: fc.oneof(json, cut).map((text) => new TextEncoder().encode(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
  return fc.record({
    target: fc.nat(),
    body: bytes,
    type: fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, fc.constantFrom(...TYPES)),
    coding: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, fc.constantFrom(...CODINGS)),
  });
}

test('no malformed body is answered with a 5xx, by REST or natively', async () => {
  const failures: string[] = [];
  const property = fc.asyncProperty(
    fc.array(malformedBodies(), { minLength: AT_ONCE, maxLength: AT_ONCE }),
    async (bodies) => {
      const targets = TARGETS();
      await Promise.all(
        bodies.map(async ({ target, body, type, coding }) => {
          const { path, headers, method = 'POST' } = targets[target % targets.length] as Target;
          const described = { ...headers, 'Content-Type': type, ...(coding && { 'Content-Encoding': coding }) };
          const { status } = await send(path, { method, headers: described, body: Buffer.from(body) });
          // A refusal by the rate limit tests nothing.
          if (status >= 500 || status === 429)
            failures.push(`${status} ${method} ${path} ${type} ${Buffer.from(body).toString().slice(0, 300)}`);
        }),
      );
      return failures.length === 0;
    },
  );
  await fc.assert(property, { numRuns: BODIES / AT_ONCE, endOnFailure: true }).catch(() => undefined);
  figure({ fault: 'F18', what: `5xx to ${BODIES} malformed bodies`, measured: failures.join('\n'), wanted: '' });
});

/** Matches answers of batches.check and designs.preview, which list faults in a successful response. */
const TELLS_FAULTS = /^\{"result":\{"data":\{.*"(problems|issues)":\[\{/;
/** Matches an error in a stream. Its response has started when its input is read. */
const REFUSED_STREAM = /^event: serialized-error\ndata: \{.*"code":"VALIDATION_ERROR"/m;

test('NUL and lone surrogates are refused in every text of a procedure', async () => {
  const calls = everyCall({ templateId: tenant.templateId });
  const failures: string[] = [];
  for (const { name, input } of calls) {
    const poisoned = ['a\0b', 'a\ud800b', '\udfffb'].flatMap((poison) => [...withEachText(input, poison)]);
    const statuses = await Promise.all(
      poisoned.map(async (value) => {
        // Escaped by JSON, so the body itself is well-formed UTF-8.
        const { status, body } = await send(`/trpc/${name}`, { headers: asPerson(), body: JSON.stringify(value) });
        const isRefused = (status >= 400 && status < 500) || TELLS_FAULTS.test(body) || REFUSED_STREAM.test(body);
        return isRefused ? '' : `${name} ${status} ${JSON.stringify(value)} ${body.slice(0, 200)}`;
      }),
    );
    failures.push(...statuses.filter((one) => one !== ''));
  }
  figure({
    fault: 'F19',
    what: 'NUL or surrogate accepted in a text of a native call',
    measured: failures.join('\n'),
    wanted: '',
  });
});

test('REST refuses NUL and lone surrogates in bodies and addresses', async () => {
  const { templateId, key } = tenant;
  const statuses: [string, number][] = [];
  for (const poison of ['a\0b', 'a\ud800b']) {
    const certificate = { templateId, variables: VARIABLES, recipientEmail: 'ada@example.org', externalId: 'x' };
    for (const body of withEachText(certificate, poison)) {
      statuses.push([JSON.stringify(body), (await laurel.call('/certificates', { key, body })).status]);
      const { templateId: batchTemplate, ...recipient } = body as typeof certificate;
      const recipients = { templateId: batchTemplate, recipients: [recipient] };
      statuses.push([JSON.stringify(recipients), (await laurel.call('/batches', { key, body: recipients })).status]);
    }
    const named = { ...certificate, variables: { ...VARIABLES, [poison]: 'x' } };
    statuses.push(['names', (await laurel.call('/certificates', { key, body: named })).status]);
    for (const field of [
      'organizationName',
      'emailSenderName',
      'emailSubject',
      'emailIntroMessage',
      'emailSignature',
      'reminderSubject',
      'reminderMessage',
      'websiteUrl',
      'logoUrl',
    ]) {
      const { status } = await laurel.call('/organisation', { key, method: 'PUT', body: { [field]: poison } });
      statuses.push([field, status]);
    }
  }
  for (const query of ['search=a%00bc', 'recipientEmail=%00', 'externalId=%ED%A0%80%00', 'batchId=%00', 'cursor=%00'])
    statuses.push([query, (await laurel.call(`/certificates?${query}`, { key })).status]);
  for (const path of ['/certificates/%00', '/templates/%00', '/verify/%00', '/batches/%ED%A0%80'])
    statuses.push([path, (await laurel.call(path, { key })).status]);
  const others = statuses.filter(([, status]) => status < 400 || status >= 500);
  figure({ fault: 'F19', what: 'NUL or surrogate accepted by REST', measured: others.join('\n'), wanted: '' });
});

test('texts have a maximum length, and accepted texts are returned unchanged', async () => {
  const { templateId, key } = tenant;
  const long = 'x'.repeat(MB);
  for (const body of withEachText(
    { templateId, variables: VARIABLES, externalId: 'x', recipientEmail: 'a@b.example' },
    long,
  ))
    expect((await laurel.call('/certificates', { key, body })).status).toBe(400);
  const hostile = [
    '\u202eevil\u202c',
    '<b onclick="x">A & B</b>',
    '{{name}} {{verificationUrl}}',
    "=cmd|' /C calc'!A0",
    '+1',
    '@SUM(1)',
    '"a";\'b\',`c`',
  ];
  for (const text of hostile) {
    const body = {
      templateId,
      variables: { ...VARIABLES, name: text },
      externalId: text,
      dryRun: text.includes('\u202e'),
    };
    const { status, body: given } = await laurel.call('/certificates', { key, body });
    // Text that no font can show is refused, never changed.
    if (status === 400) expect([text, given.details[0].path]).toEqual([text, 'variables.name']);
    else expect([text, status, given.recipientName, given.externalId]).toEqual([text, 201, text, text]);
  }
  const csv = await send(`/exports/certificates.csv?organisationId=${tenant.organisationId}`, {
    method: 'GET',
    headers: asPerson(),
  });
  const { data: rows } = Papa.parse<Record<string, string>>(csv.body, { header: true, skipEmptyLines: true });
  const { certificates } = (await laurel.call('/certificates?limit=100', { key })).body;
  expect(rows.length).toBeGreaterThan(4);
  for (const [index, row] of rows.entries()) {
    const cell = row.externalId ?? '';
    expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    // A formula of a spreadsheet gets a quote in front, and no other change.
    expect(cell.replace(/^'(?=[=+\-@])/, '')).toBe(certificates[index].externalId ?? '');
  }
});
