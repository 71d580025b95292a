import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let session: Record<string, string>;
let ids: Record<string, string>;

const PEOPLE = [
  { name: 'Ada Lovelace', recipientEmail: 'ada@analytical.example', externalId: 'enrolment-4711' },
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
  const recipients = PEOPLE.map(({ name, ...others }) => ({ variables: { ...VARIABLES, name }, ...others }));
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
])('no moment (case %#) is refused by name, before an export has begun', async (moment) => {
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

test('an API key expires at any moment that a date-time can name, and at no other', async () => {
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

test.each([...TEXT_FILTERS, 'cursor', 'limit'])('an empty %s is refused by name, never dropped', async (name) => {
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
  'an empty or repeated parameter of %s is refused',
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
])('limit=%s is refused', async (limit) => {
  const { status, body } = await list(String(new URLSearchParams({ limit })));
  expect([status, body.details]).toEqual([400, [{ path: 'limit', message: 'must be a whole number from 1 to 100' }]]);
});

test('a filter that is given twice is refused, what a route does not know is ignored', async () => {
  for (const name of TEXT_FILTERS) expect([name, (await list(`${name}=a&${name}=b`)).status]).toEqual([name, 400]);
  expect((await exported('status=GENERATED&status=REVOKED')).status).toBe(400);
  expect((await list('unknown=&unknown=&limit=5&constructor=x')).body.certificates).toHaveLength(5);
  expect((await list('id=', `/certificates/${ids.张伟}`)).body.recipientName).toBe('张伟');
});

test.each([
  ['张伟', ['张伟']],
  ['张', ['张伟']],
  ['伟', []],
  ['A', ['Anne-Sophie Müller', 'Ada Lovelace']],
  ['ad', ['Ada Lovelace']],
  ['da', []],
  ['velace', ['Ada Lovelace']],
  ['a lov', ['Ada Lovelace']],
  ['s', ['Anne-Sophie Müller']],
  ['MÜ', ['Anne-Sophie Müller']],
  ['ü', []],
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

test.each(['', ' ', '\u3000', '\u200b', '\u3164'])('a search for nothing visible (%j) is refused', async (search) => {
  const { status, body } = await list(String(new URLSearchParams({ search })));
  expect([status, body.details]).toMatchObject([400, [{ path: 'search' }]]);
});

test('a search is narrowed by the other filters, paged, and exported', async () => {
  const stranger = await laurel.tenant();
  expect((await laurel.call('/certificates?search=ada', { key: stranger.key })).body.certificates).toEqual([]);
  expect(await found({ search: 'a', externalId: 'X/9' })).toEqual(['Anne-Sophie Müller']);
  const first = (await list('search=a&limit=1')).body;
  expect(await found({ search: 'a', limit: '1', cursor: first.nextCursor })).toEqual(['Ada Lovelace']);
  expect((await (await exported('search=a')).text()).trimEnd().split('\n')).toHaveLength(3);
});
