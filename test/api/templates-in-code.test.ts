import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { Scope } from '../../domain/access/allow-scopes.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { MAX_DESIGN_BYTES } from '../../domain/limits.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
let design: DesignDocument;
/** API key with all scopes. */
let key: string;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 1000, scopes: [...Scope.options] });
  ({ key } = tenant);
  admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@example.org', 'admin'));
  design = JSON.parse(await readFile('samples/classic-diploma.json', 'utf8'));
});

const create = (body: unknown = design, headers: Record<string, string> = {}) =>
  laurel.call('/templates', { key, body, headers });
const put = (id: string, body: unknown = design, headers: Record<string, string> = {}) =>
  laurel.call(`/templates/${id}`, { key, body, headers, method: 'PUT' });

test('a design document becomes a template, and the next one its next version', async () => {
  const made = await create();
  expect(made.status).toBe(201);
  const { version, warnings, ...template } = made.body;
  expect([version, warnings]).toEqual([1, []]);
  expect(template).toEqual((await laurel.call(`/templates/${template.id}`, { key })).body);
  expect(template).toMatchObject({ type: 'PRIVATE', timesUsed: 0, detectedVariables: Object.keys(VARIABLES) });
  const before = await laurel.issue({ ...tenant, templateId: template.id });
  const next = await put(template.id, { ...design, name: 'Second edition' });
  expect([next.status, next.body]).toMatchObject([
    200,
    { id: template.id, version: 2, name: 'Second edition', timesUsed: 1 },
  ]);
  // An unchanged design is a version, too.
  expect((await put(template.id, { ...design, name: 'Second edition' })).body.version).toBe(3);
  const after = await laurel.issue({ ...tenant, templateId: template.id });
  for (const { verificationHash } of [before, after])
    expect((await laurel.call(`/verify/${verificationHash}`)).body).toMatchObject({ valid: true });
  const { versions } = await admin.designs.versions.query({ id: template.id });
  expect(versions.map((one) => one.version)).toEqual([3, 2, 1]);
});

test('people and keys call the same operations natively, and the audit log has both', async () => {
  const byKey = nativeClient(laurel, { Authorization: `Bearer ${key}` });
  const { id } = await byKey.templates.create.mutate({ design });
  expect(await admin.templates.publish.mutate({ id, design })).toMatchObject({ id, version: 2 });
  const { entries } = await admin.audit.list.query({ limit: 2 });
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['admin@example.org', 'templates.publish', id],
    [expect.stringContaining('test'), 'templates.create', id],
  ]);
});

test('a key without the scope cannot publish, and one with it can read templates', async () => {
  const keyWith = async (scope: Scope) =>
    (await createApiKey(laurel.context(tenant), { name: scope, scopes: [scope] })).key;
  const others = Scope.options.filter((scope) => scope !== 'templates:write');
  for (const scope of others) {
    const { status, body } = await laurel.call('/templates', { key: await keyWith(scope), body: design });
    expect([scope, status, body.error.code]).toEqual([scope, 403, 'FORBIDDEN']);
  }
  const writer = await keyWith('templates:write');
  expect((await laurel.call('/templates', { key: writer, body: design })).status).toBe(201);
  expect((await laurel.call('/templates', { key: writer })).status).toBe(200);
});

test('each successful one of 100 concurrent publications is a version, and the others get a retry time', async () => {
  const { id } = (await create()).body;
  const answers = await Promise.all(Array.from({ length: 100 }, () => put(id)));
  const published = answers.filter(({ status }) => status === 200).map(({ body }) => body.version as number);
  expect(published.sort((a, b) => a - b)).toEqual(published.map((_, index) => index + 2));
  expect(published.length).toBeGreaterThan(10);
  for (const { status, headers } of answers.filter((answer) => answer.status !== 200))
    expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([expect.toBeOneOf([429, 503]), true]);
  expect((await admin.designs.versions.query({ id })).versions).toHaveLength(published.length + 1);
});

test('an idempotency key makes each publication happen once', async () => {
  const headers = { 'Idempotency-Key': 'one' };
  const [first, again] = [await create(design, headers), await create(design, headers)];
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  const { id } = first.body;
  expect((await create({ ...design, name: 'Other' }, headers)).body.error.code).toBe('IDEMPOTENCY_CONFLICT');
  expect([(await put(id, design, headers)).body.version, (await put(id, design, headers)).body.version]).toEqual([
    2, 2,
  ]);
  expect((await put(id)).body.version).toBe(3);
});

test.each([
  ['a lone surrogate', '"name":"Dip\\ud800"', 'name'],
  ['NUL', '"name":"Dip\\u0000"', 'name'],
  ['NUL in the name of a member', '"achievement":{"a\\u0000":1}', 'achievement'],
  ['1e400', '"page":{"width":1e400,"height":300}', 'page.width'],
  ['a number of 400 digits', `"page":{"width":300,"height":${'9'.repeat(400)}}`, 'page.height'],
])('rejects a document with %s with its path, with and without an idempotency key', async (_what, member, path) => {
  const { id } = (await create()).body;
  // The last of two members with the same name counts.
  const body = JSON.stringify(design).replace(/\}$/, `,${member}}`);
  for (const headers of [{}, { 'Idempotency-Key': path }])
    for (const [method, address] of [
      ['POST', '/templates'],
      ['PUT', `/templates/${id}`],
    ] as const) {
      const answer = await fetch(`${laurel.url}/api/v1${address}`, {
        method,
        headers: { ...headers, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body,
      });
      const { error, details } = (await answer.json()) as { error: { code: string }; details: { path: string }[] };
      expect([method, answer.status, error.code, details[0]?.path]).toEqual([method, 400, 'VALIDATION_ERROR', path]);
    }
});

test('a draft remains when a program publishes, and its author is warned before publishing it', async () => {
  const { id } = (await create()).body;
  const opened = await admin.designs.get.query({ id });
  const draft = { id, design: { ...design, name: 'By hand' }, revision: opened.revision };
  const saved = await admin.designs.saveDraft.mutate(draft);
  expect((await put(id, { ...design, name: 'By code' })).body.version).toBe(2);
  const late = admin.designs.publish.mutate({ id, revision: saved.revision });
  expect(await late.catch(codeOf)).toBe('CONFLICT');
  const reloaded = await admin.designs.get.query({ id });
  expect(reloaded).toMatchObject({
    ...{ hasDraft: true, isDraftOutdated: true, publishedVersion: 2, design: { name: 'By hand' } },
  });
  const published = await admin.designs.publish.mutate({ id, revision: reloaded.revision });
  expect(published.version).toBe(3);
  // An editor from before a draft was discarded is outdated, even if a program published in between.
  const changed = { ...draft, design: { ...design, name: 'By hand again' } };
  const other = await admin.designs.saveDraft.mutate({ ...changed, revision: published.revision });
  expect(await admin.designs.get.query({ id })).toMatchObject({ hasDraft: true, isDraftOutdated: false });
  await put(id);
  const { revision: latest } = await admin.designs.get.query({ id });
  await admin.designs.discardDraft.mutate({ id, revision: latest });
  for (const revision of [other.revision, other.revision + 1])
    expect(await admin.designs.saveDraft.mutate({ ...changed, revision }).catch(codeOf)).toBe('CONFLICT');
});

test("other organisations' templates, drafts and unknown ids are not found; an archived one is a conflict", async () => {
  const stranger = await laurel.tenant();
  const { id: draft } = await admin.designs.create.mutate({ design: { name: 'Draft' } });
  for (const id of [stranger.templateId, draft, '01890000-0000-7000-8000-000000000000'])
    expect((await put(id)).body.error).toEqual({ code: 'NOT_FOUND', message: 'Resource not found', status: 404 });
  expect((await put('constructor')).body.details).toMatchObject([{ path: 'id' }]);
  const { id } = (await create()).body;
  await admin.designs.archive.mutate({ id });
  const refused = await put(id);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  await admin.designs.restore.mutate({ id });
  expect((await put(id)).body.version).toBe(2);
});

test('a template archived during its publication issues again once restored', async () => {
  const { id } = (await create()).body;
  const db = new Client({ connectionString: laurel.databaseUrl });
  await db.connect();
  await db.query('begin');
  await db.query('select from templates where id = $1 for update', [id]);
  const archived = admin.designs.archive.mutate({ id });
  await waiting(db, 1);
  const published = put(id);
  await waiting(db, 2);
  await db.query('commit');
  await db.end();
  expect((await published).status).toBe(409);
  await archived;
  await admin.designs.restore.mutate({ id });
  await laurel.issue({ ...tenant, templateId: id });
});

/** Resolves when `count` statements on the same database wait for a lock. */
async function waiting(db: Client, count: number): Promise<void> {
  const query = `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.query(query)).rows[0].waiting, { timeout: 10_000 }).toBe(count);
}

test('rejects a faulty document with the paths of its faults, up to a readable number', async () => {
  const broken = { ...design, page: { width: 10, height: 595 }, elements: [{ type: 'text' }], colour: 'red' };
  const { status, body } = await create(broken);
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  const paths = body.details.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['page.width', 'elements[0].font', 'colour']));
  const many = { ...design, elements: Array(500).fill({ type: 'text', ['x'.repeat(5000)]: 1 }) };
  const answer = await create(many);
  expect(answer.status).toBe(400);
  expect(answer.body.details).toHaveLength(101);
  expect(answer.body.details[100]).toMatchObject({ code: 'more_faults', params: { count: expect.any(Number) } });
  expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
});

test('rejects a value that is not a design document, with the reason', async () => {
  const send = (body: string, type = 'application/json') => create(body, { 'Content-Type': type });
  const refusals: [string, string?][] = [['[]'], ['"x"'], ['null'], ['{'], ['{"name": }'], ['{}', 'text/plain']];
  for (const [body, type] of refusals) {
    const { status, body: answer } = await send(body, type);
    expect([body, status, answer.error.code]).toEqual([body, 400, 'VALIDATION_ERROR']);
  }
  const monsters = [
    `{"elements":[${'[],'.repeat(10_000_000)}[]]}`,
    `{"elements":"${'x'.repeat(MAX_DESIGN_BYTES)}"}`,
    `{"name":${'['.repeat(1_000_000)}`,
  ];
  for (const body of monsters) expect((await send(body)).status).toBe(400);
  // One text of any length is a fault with its path.
  const long = await send(JSON.stringify({ ...design, name: 'x'.repeat(30_000_000) }));
  expect(long.body.details[0].path).toBe('name');
  expect(JSON.stringify(long.body).length).toBeLessThan(5000);
});

/** Starts sending a design of 40 MB, and stops after the start. */
async function beginLarge(withKey: string): Promise<ClientRequest> {
  const headers = {
    Authorization: `Bearer ${withKey}`,
    'Content-Type': 'application/json',
    'Content-Length': 40_000_000,
  };
  const sending = request(`${laurel.url}/api/v1/templates`, { method: 'POST', headers });
  sending.on('error', () => undefined);
  sending.write('{');
  return sending;
}
const statusOf = async (sending: ClientRequest): Promise<number | undefined> =>
  ((await once(sending, 'response')) as [IncomingMessage])[0].statusCode;

test('receives large designs of an organisation one after the other, without delaying other organisations', async () => {
  const other = await laurel.tenant({ scopes: ['templates:write'] });
  const first = await beginLarge(key);
  const { body } = await laurel.call('/templates', {
    key: other.key,
    body: { ...design, description: 'x'.repeat(3_000_000) },
  });
  expect(body.details).toMatchObject([{ path: 'description' }]);
  // The first has arrived by now.
  const second = await beginLarge(key);
  // It stops in the middle; the second has not started.
  expect(await Promise.race([statusOf(first), statusOf(second).then(() => 'the second')])).toBe(400);
  second.destroy();
});

test('accepts markup of 100 levels, and rejects more by its path', async () => {
  const nested = (levels: number) => {
    let root: object = { type: 'div', children: ['{{name}}'] };
    for (let level = 1; level < levels; level++) root = { type: 'div', children: [root] };
    const box = { x: 60, y: 60, width: 400, height: 200 };
    return {
      name: 'Nested',
      recipientNameVariable: 'name',
      page: design.page,
      elements: [{ type: 'markup', ...box, root }],
    };
  };
  const { body } = await create(nested(101));
  expect(body.details).toMatchObject([
    { path: expect.stringMatching(/^elements\[0\]\.root(\.children\[0\]){99,100}$/) },
  ]);
  // The text is a level, too.
  expect((await create(nested(99))).status).toBe(201);
});
