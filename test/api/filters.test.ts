import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { chosenIds } from '../../domain/bulk/choose.ts';
import type { Detail } from '../../errors/detail.ts';
import { copyRow, rolledBack } from '../support/authentic.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { unzip } from '../support/zip.ts';

let laurel: Laurel;
let tenant: Tenant;
let session: Record<string, string>;
let ids: Record<string, string>;

const PEOPLE = [
  {
    name: 'Ada Lovelace',
    course: 'Knitting, 数学',
    recipientEmail: 'ada@analytical.example',
    externalId: 'enrolment-4711',
  },
  { name: 'Anne-Sophie Müller', recipientEmail: 'as.mueller@uni-x.example', externalId: 'X/9' },
  { name: '张伟' },
  { name: 'José 100%_Núñez', externalId: 'd\u00e9p\u00f4t-7' },
  { name: 'محمد الأنصاري' },
];

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  session = await sessionOf(laurel, tenant, 'viewer@example.org', 'viewer');
  const { key, templateId } = tenant;
  const empty = Object.fromEntries(Object.keys(VARIABLES).map((variable) => [variable, '']));
  const recipients = PEOPLE.map(({ name, course = '', ...others }) => ({
    variables: { ...empty, name, course },
    ...others,
  }));
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
  ids = Object.fromEntries(
    body.certificates.map((one: { id: string; recipientName: string }) => [one.recipientName, one.id]),
  );
});

const list = (query: string, path = '/certificates') => laurel.call(`${path}?${query}`, { key: tenant.key });
const found = async (query: Record<string, string>) =>
  (await list(String(new URLSearchParams(query)))).body.certificates?.map(
    (one: { recipientName: string }) => one.recipientName,
  );
const exported = (query: string, name = 'certificates.csv') =>
  fetch(`${laurel.url}/exports/${name}?organisationId=${tenant.organisationId}&${query}`, {
    headers: { Cookie: session.Cookie ?? '' },
  });
const everybody = PEOPLE.map(({ name }) => name).reverse();

test.each([
  ['createdAfter', '1969-12-31T23:59:59.999Z', everybody],
  ['createdAfter', '0001-01-01T00:00:00Z', everybody],
  ['createdAfter', '1970-01-01T00:00:00Z', everybody],
  ['createdAfter', '2020-02-29', everybody],
  ['createdAfter', '2020-01-01T00:00:00.123456789Z', everybody],
  ['createdAfter', '2020-01-01T00:00:00+14:00', everybody],
  ['createdAfter', '9999-12-31T23:59:59.999Z', []],
  ['createdBefore', '0001-01-01', []],
  ['createdBefore', '1969-07-20T20:17:40Z', []],
  ['createdBefore', '9999-12-31T23:59:59.999Z', everybody],
])('%s=%s works in lists, native calls and exports', async (parameter, moment, expected) => {
  expect(await found({ [parameter]: moment })).toEqual(expected);
  const viewer = nativeClient(laurel, session);
  const native = await viewer.certificates.list.query({ [parameter]: moment });
  expect(native.certificates.map(({ recipientName }) => recipientName)).toEqual(expected);
  const query = String(new URLSearchParams({ [parameter]: moment }));
  expect((await list(query, '/batches')).body.batches).toHaveLength(expected.length > 0 ? 1 : 0);
  const csv = await exported(query);
  expect([csv.status, (await csv.text()).trimEnd().split('\n')]).toEqual([
    200,
    expect.objectContaining({ length: expected.length + 1 }),
  ]);
});

test.each([
  'yesterday',
  '2020-02-30',
  '2020-13-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '1763700000000',
  `2020-01-01T00:00:00.${'1'.repeat(5000)}Z`,
])('rejects an invalid time (case %#) by name, before an export has begun', async (moment) => {
  const query = String(new URLSearchParams({ createdAfter: moment }));
  for (const path of ['/certificates', '/batches']) {
    const { status, body } = await list(query, path);
    expect([status, body.details.map((detail: { path: string }) => detail.path)]).toEqual([400, ['createdAfter']]);
  }
  const csv = await exported(query);
  expect([csv.status, ((await csv.json()) as { details: object[] }).details]).toMatchObject([
    400,
    [{ path: 'createdAfter' }],
  ]);
});

test('an API key expires at any time that a date-time can express, and at no other', async () => {
  const admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@example.org', 'owner'));
  const create = (expiresAt: unknown) =>
    admin.apiKeys.create.mutate({ name: 'x', scopes: ['credits:read'], expiresAt: expiresAt as string }).then(
      ({ id }) => id.length,
      (error) => [error.data.code, error.data.details[0].path],
    );
  const refused = ['VALIDATION_ERROR', 'expiresAt'];
  for (const moment of ['0001-01-01T00:00:00Z', '1969-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2999-01-01']) {
    expect([moment, await create(moment)]).toEqual([moment, 36]);
  }
  for (const moment of [
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '10000-01-01T00:00:00Z',
    'never',
    '',
    8.64e15,
    true,
    null,
  ]) {
    expect([moment, await create(moment)]).toEqual([moment, refused]);
  }
  expect((await admin.apiKeys.list.query()).apiKeys).toHaveLength(5);
});

const TEXT_FILTERS = [
  'batchId',
  'templateId',
  'status',
  'recipientEmail',
  'externalId',
  'createdAfter',
  'createdBefore',
  'search',
];

test.each([...TEXT_FILTERS, 'cursor', 'limit'])('rejects an empty %s by name, and never ignores it', async (name) => {
  const { status, body } = await list(`${name}=`);
  expect([status, body.error.code, body.details]).toMatchObject([400, 'VALIDATION_ERROR', [{ path: name }]]);
  const viewer = nativeClient(laurel, session);
  const native = await viewer.certificates.list
    .query({ [name]: '' })
    .catch(({ data }) => [data.code, data.details[0].path]);
  expect(native).toEqual(['VALIDATION_ERROR', name]);
  if (name === 'cursor' || name === 'limit') return;
  const csv = await exported(`${name}=`);
  expect([csv.status, ((await csv.json()) as { details: object[] }).details]).toMatchObject([400, [{ path: name }]]);
});

test.each(['/batches', '/batches/BATCH/certificates'])(
  'rejects an empty or repeated parameter of %s',
  async (route) => {
    const { batches } = (await list('', '/batches')).body;
    const path = route.replace('BATCH', batches[0].id);
    for (const query of ['limit=', 'cursor=', 'limit=1&limit=2', 'limit=1&limit=1']) {
      expect([query, (await list(query, path)).body.details]).toMatchObject([
        query,
        [{ path: query.slice(0, query.indexOf('=')) }],
      ]);
    }
  },
);

test.each([
  '0x10',
  '1e1',
  '05',
  '+5',
  ' 5',
  '5 ',
  '5.0',
  '-1',
  '0',
  '101',
  '99999999999999999999',
  'ten',
  'Infinity',
  '٣',
])('rejects limit=%s', async (limit) => {
  const { status, body } = await list(String(new URLSearchParams({ limit })));
  const code = expect.stringMatching(/^(wrong_type|too_small|too_large)$/);
  expect([status, body.details]).toEqual([400, [expect.objectContaining({ path: 'limit', code })]]);
});

test('rejects repeated filters and unknown parameters', async () => {
  for (const name of TEXT_FILTERS) expect([name, (await list(`${name}=a&${name}=b`)).status]).toEqual([name, 400]);
  expect((await exported('status=GENERATED&status=REVOKED')).status).toBe(400);
  const { body } = await list('unknown=&unknown=&limit=5&constructor=x');
  expect(body.details.map(({ path, code }: Detail) => [path, code])).toEqual([
    ['unknown', 'unknown_member'],
    ['constructor', 'unknown_member'],
  ]);
  expect((await list('id=', `/certificates/${ids.张伟}`)).status).toBe(400);
});

test.each([
  ['张伟', ['张伟']],
  ['张', ['张伟']],
  ['伟', ['张伟']],
  ['knit', ['Ada Lovelace']],
  ['学', ['Ada Lovelace']],
  ['n', ['José 100%_Núñez']],
  ['A', ['Anne-Sophie Müller', 'Ada Lovelace']],
  ['ad', ['Ada Lovelace']],
  ['da', []],
  ['velace', ['Ada Lovelace']],
  ['a lov', ['Ada Lovelace']],
  ['s', ['Anne-Sophie Müller']],
  ['MÜ', ['Anne-Sophie Müller']],
  ['ü', ['Anne-Sophie Müller']],
  ['ül', []],
  ['üller', ['Anne-Sophie Müller']],
  ['مح', ['محمد الأنصاري']],
  ['ال', ['محمد الأنصاري']],
  ['حمد', ['محمد الأنصاري']],
  ['ada@analytical.example', ['Ada Lovelace']],
  ['@UNI-X', ['Anne-Sophie Müller']],
  ['un', ['Anne-Sophie Müller']],
  ['enrolment-47', ['Ada Lovelace']],
  ['47', ['Ada Lovelace']],
  ['11', []],
  ['x/9', ['Anne-Sophie Müller']],
  ['9', ['Anne-Sophie Müller']],
  ['dép', ['José 100%_Núñez']],
  ['100%', ['José 100%_Núñez']],
  ['%', []],
  ['%%%', []],
  ['_', []],
  ['\\', []],
  ["'", []],
  ['a..', ['Anne-Sophie Müller', 'Ada Lovelace']],
  ['nobody', []],
])('a search for “%s” finds %j', async (search, expected) => {
  expect(await found({ search })).toEqual(expected);
});

test('a search finds a certificate by its id, whole or by its beginning', async () => {
  const id = ids.张伟 ?? '';
  expect(await found({ search: id })).toEqual(['张伟']);
  expect(await found({ search: id.toUpperCase() })).toEqual(['张伟']);
  expect(await found({ search: id.replaceAll('-', '') })).toEqual(['张伟']);
  expect(await found({ search: id.slice(0, 13) })).toContain('张伟');
  expect(await found({ search: id.slice(0, 7) })).toEqual([]);
});

test('a search finds a certificate by its verification hash, or by the address of its verification page', async () => {
  const { verificationHash, verificationUrl } = (await list('', `/certificates/${ids.张伟}`)).body;
  for (const search of [verificationHash, verificationHash.toUpperCase(), verificationUrl, ` ${verificationUrl}/`])
    expect(await found({ search })).toEqual(['张伟']);
  expect(
    await found({ search: verificationHash.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0')) }),
  ).toEqual([]);
});

test.each(['', ' ', '\u3000', '\u200b', '\u3164'])('rejects a search for nothing visible (%j)', async (search) => {
  const { status, body } = await list(String(new URLSearchParams({ search })));
  expect([status, body.details]).toMatchObject([400, [{ path: 'search' }]]);
});

test('combines a search with filters, pages and exports', async () => {
  const stranger = await laurel.tenant();
  expect((await laurel.call('/certificates?search=ada', { key: stranger.key })).body.certificates).toEqual([]);
  expect(await found({ search: 'a', externalId: 'X/9' })).toEqual(['Anne-Sophie Müller']);
  const first = (await list('search=a&limit=1')).body;
  expect(await found({ search: 'a', limit: '1', cursor: first.nextCursor })).toEqual(['Ada Lovelace']);
  expect((await (await exported('search=a')).text()).trimEnd().split('\n')).toHaveLength(3);
});

/** Creates an organisation with a rendered certificate for each name, and a signed-in person. */
async function rendered(names: string[], email: string) {
  const other = await laurel.tenant();
  const recipients = names.map((name) => ({
    variables: { ...VARIABLES, name },
    recipientEmail: `${name}@example.org`,
  }));
  const { body } = await laurel.call('/batches', {
    key: other.key,
    body: { templateId: other.templateId, recipients },
  });
  await laurel.completed(other.key, body.batchId);
  const headers = await sessionOf(laurel, other, email, 'owner');
  const idOf = (name: string): string => body.certificates[names.indexOf(name)].id;
  return { tenant: other, headers, native: nativeClient(laurel, headers), idOf, batchId: body.batchId as string };
}

test('filters by every state of rendering and of the last e-mail, in pages and both orders', async () => {
  const {
    tenant: other,
    native,
    idOf,
  } = await rendered(['failed', 'resent', 'unsure', 'waiting', 'plain'], 'a@states.example');
  const db = database(laurel.installation.services.em());
  const { organisationId } = other;
  await sql`update certificates set render_status = 'FAILED' where organisation_id = ${organisationId} and id = ${idOf('failed')}`.execute(
    db,
  );
  await sql`insert into credit_entries (organisation_id, id, kind, amount, certificate_id, created_at, number, mac)
    values (${organisationId}, ${uuidv7()}, 'REFUND', 1, ${idOf('failed')}, now(), 1000, '\\x00')`.execute(db);
  for (const [name, status] of [
    ['resent', 'FAILED'],
    ['resent', 'SENT'],
    ['unsure', 'UNCERTAIN'],
    ['waiting', 'SENDING'],
  ] as const)
    await sql`insert into emails (organisation_id, id, kind, certificate_id, recipient, status, created_at, mac)
      values (${organisationId}, ${uuidv7()}, 'CERTIFICATE', ${idOf(name)}, 'x@example.org', ${status}, now(), '')`.execute(
      db,
    );
  const names = async (filter: Parameters<typeof native.certificates.list.query>[0]) =>
    (await native.certificates.list.query(filter)).certificates.map(({ recipientName }) => recipientName);
  expect(await names({ renderStatus: 'FAILED' })).toEqual(['failed']);
  expect(await names({ renderStatus: 'PENDING' })).toEqual([]);
  expect(await names({ emailStatus: 'SENT' })).toEqual(['resent']);
  expect(await names({ emailStatus: 'FAILED' })).toEqual([]);
  expect(await names({ emailStatus: 'UNCERTAIN' })).toEqual(['unsure']);
  expect(await names({ emailStatus: 'QUEUED' })).toEqual(['waiting']);
  expect(await names({ emailStatus: 'NONE', renderStatus: 'COMPLETED' })).toEqual(['plain']);
  expect(await names({ emailStatus: 'NONE', search: 'fail' })).toEqual(['failed']);
  const page = await native.certificates.list.query({ renderStatus: 'COMPLETED', limit: 3, sort: 'oldest' });
  expect(page.certificates.map(({ recipientName }) => recipientName)).toEqual(['resent', 'unsure', 'waiting']);
  expect(await names({ renderStatus: 'COMPLETED', sort: 'oldest', cursor: page.nextCursor ?? '' })).toEqual(['plain']);
  expect(await names({ sort: 'oldest', limit: 2 })).toEqual(['failed', 'resent']);
  expect(await native.certificates.count.query({})).toEqual({ count: 5, isMore: false });
  expect(await native.certificates.count.query({ renderStatus: 'COMPLETED' })).toEqual({ count: 4, isMore: false });
  expect(await native.certificates.count.query({ search: 'wait' })).toEqual({ count: 1, isMore: false });
});

test('one request revokes all matches of a filter except some, once, with an audit entry each', async () => {
  const { tenant: other, headers, native, idOf, batchId } = await rendered(['a', 'b', 'c', 'd'], 'a@bulk.example');
  await native.certificates.revoke.mutate({ id: idOf('d'), reason: 'before' });
  const keyed = nativeClient(laurel, { ...headers, 'Idempotency-Key': 'revoke-once' });
  const input = { selection: { filter: { batchId }, except: [idOf('b')] }, reason: 'A wrong date' };
  const started = await keyed.certificates.revokeMany.mutate(input);
  expect(started.total).toBe(3);
  expect(await keyed.certificates.revokeMany.mutate(input)).toEqual(started);
  const mailed = keyed.certificates.revokeMany.mutate({ ...input, sendEmail: true }).catch(({ data }) => data.code);
  expect(await mailed).toBe('IDEMPOTENCY_CONFLICT');
  await expect
    .poll(async () => (await native.certificates.bulkActions.query()).actions)
    .toEqual([
      expect.objectContaining({ kind: 'REVOKE', total: 3, processed: 3, skipped: 1, completedAt: expect.any(String) }),
    ]);
  const { certificates } = await native.certificates.list.query({ status: 'REVOKED' });
  expect(certificates.map(({ recipientName, revokedReason }) => [recipientName, revokedReason])).toEqual([
    ['d', 'before'],
    ['c', 'A wrong date'],
    ['a', 'A wrong date'],
  ]);
  for (const { verificationHash } of certificates)
    expect((await laurel.call(`/verify/${verificationHash}`)).body).toMatchObject({
      valid: false,
      integrityVerified: true,
    });
  const { entries } = await native.audit.list.query({ limit: 10 });
  expect(
    entries
      .filter(({ action }) => action === 'certificates.revoke')
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(['a', 'c', 'd'].map(idOf).sort());
  expect(entries).toContainEqual(expect.objectContaining({ action: 'certificates.revokeMany', subject: '3' }));
  const refused = await native.certificates.revokeMany
    .mutate({ selection: { filter: { search: 'nobody' } }, reason: 'x' })
    .catch(({ data }) => data.code);
  expect(refused).toBe('VALIDATION_ERROR');
  expect((await laurel.call('/certificates', { key: other.key })).body.certificates).toHaveLength(4);
});

test('a filter selects at most 10,000 certificates, not counting those left out', async () => {
  const many = await laurel.tenant();
  const { id } = await laurel.issue(many);
  const values = { id: 'gen_random_uuid()', verification_hash: 'sha256(n::text::bytea)', status_number: 'null' };
  const { exact, more } = await rolledBack(laurel.installation.services, async (em) => {
    await copyRow(em, many, 'certificates', { count: 10_000, values });
    const context = { ...laurel.context(many), em: () => em };
    const exact = await chosenIds(context, { filter: {}, except: [id.toUpperCase()] });
    return { exact, more: await chosenIds(context, { filter: {} }).catch(({ extras }) => extras.details) };
  });
  expect([exact.length, exact.includes(id)]).toEqual([10_000, false]);
  expect(more).toMatchObject([{ path: 'selection.filter', code: 'too_many' }]);
});

test('only the person who selected certificates can download them as ZIP, PDF and CSV', async () => {
  const { tenant: other, headers, native, idOf } = await rendered(['a', 'b', 'c'], 'a@chosen.example');
  const { id, total } = await native.certificates.choose.mutate({ selection: { ids: [idOf('a'), idOf('c')] } });
  expect(total).toBe(2);
  const download = (kind: string, cookie = headers.Cookie ?? '') =>
    fetch(`${laurel.url}/exports/chosen/${id}.${kind}?organisationId=${other.organisationId}`, {
      headers: { Cookie: cookie },
    });
  const files = await unzip(Buffer.from(await (await download('zip')).arrayBuffer()));
  expect([...files.keys()].map((name) => name.slice(-5)).sort()).toEqual(['a.pdf', 'c.pdf']);
  expect((await (await download('csv')).text()).trimEnd().split('\n')).toHaveLength(3);
  const joined = await download('pdf');
  expect([joined.headers.get('X-Page-Count'), (await joined.text()).slice(0, 5)]).toEqual(['2', '%PDF-']);
  expect((await download('exe')).status).toBe(404);
  const colleague = await sessionOf(laurel, other, 'b@chosen.example', 'owner');
  expect((await download('zip', colleague.Cookie)).status).toBe(404);
});
