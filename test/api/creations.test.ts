import { request } from 'node:http';
import { createTRPCClient, httpLink } from '@trpc/client';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { sha256 } from '../../domain/shared/crypto.ts';
import type { AppRouter } from '../../procedures/router.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 1000 });
});

const single = () => ({ templateId: tenant.templateId, variables: VARIABLES });
const batch = () => ({ templateId: tenant.templateId, recipients: [{ variables: VARIABLES }] });
const creations = () => [['/certificates', single()] as const, ['/batches', batch()] as const];
const bearer = () => ({ Authorization: `Bearer ${tenant.key}` });
const balance = async () => (await laurel.call('/credits', { key: tenant.key })).body.balance as number;

/** Sends a POST with raw header lines. Returns status, code and the paths of the details. */
const post = (path: string, body: unknown, keys: string | string[]) =>
  new Promise<[number, string | undefined, string[] | undefined]>((resolve, reject) => {
    const headers = { ...bearer(), 'Content-Type': 'application/json', 'Idempotency-Key': keys };
    const sent = request(`${laurel.url}${path}`, { method: 'POST', headers }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      const { error, details } = JSON.parse(text);
      const shown = error?.data ?? { ...error, details };
      resolve([response.statusCode ?? 0, shown.code, shown.details?.map(({ path: at }: { path: string }) => at)]);
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });

const WRONG_KEYS: [string, string | string[]][] = [
  ['empty', ''],
  ['blank', '   '],
  ['of 256 characters', 'x'.repeat(256)],
  ['with a tab', 'a\tb'],
  ['that is not ASCII', 'caf\u00e9'],
  ['given twice', ['a', 'b']],
  ['repeated with the same value', ['same', 'same']],
];

test.each(WRONG_KEYS)(
  'rejects an Idempotency-Key %s with VALIDATION_ERROR where it is accepted, and issues nothing',
  async (_what, key) => {
    const before = await balance();
    const refused = [400, 'VALIDATION_ERROR', ['Idempotency-Key']];
    for (const [path, body] of creations()) expect(await post(`/api/v1${path}`, body, key)).toEqual(refused);
    expect(await post('/trpc/certificates.generate', single(), key)).toEqual(refused);
    expect(await post('/trpc/batches.create', batch(), key)).toEqual(refused);
    expect(await balance()).toBe(before);
  },
);

test.each(WRONG_KEYS)('ignores an Idempotency-Key %s elsewhere and in a dry run', async (_what, key) => {
  if (typeof key === 'string') {
    const headers = { 'Idempotency-Key': key };
    for (const path of ['/credits', '/certificates', '/templates', '/organisation']) {
      expect([path, (await laurel.call(path, { key: tenant.key, headers })).status]).toEqual([path, 200]);
    }
    const native = createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${laurel.url}/trpc`, headers: { ...bearer(), ...headers } })],
    });
    expect(await native.credits.get.query()).toEqual({ balance: await balance() });
  }
  for (const [path, body] of creations()) {
    expect((await post(`/api/v1${path}`, { ...body, dryRun: true }, key))[0]).toBe(201);
  }
});

test('immediately rejects a creation whose Idempotency-Key is in use by one in progress', async () => {
  const before = await balance();
  const name = `${tenant.organisationId} POST /certificates under way`;
  const [status, code] = await laurel.installation.services.em().transactional(async (em) => {
    // Lock that the first call holds until its transaction ends.
    await sql`select pg_advisory_xact_lock(${sha256(name).readBigInt64BE(0)})`.execute(database(em));
    return post('/api/v1/certificates', single(), 'under way');
  });
  expect([status, code, await balance()]).toEqual([409, 'IDEMPOTENCY_CONFLICT', before]);
  expect((await post('/api/v1/certificates', single(), 'under way'))[0]).toBe(201);
});

test('a dry run neither records its Idempotency-Key nor replays a response', async () => {
  const { key } = tenant;
  for (const [path, body] of creations()) {
    const headers = { 'Idempotency-Key': `dry ${path}` };
    const dry = () => laurel.call(path, { key, headers, body: { ...body, dryRun: true } });
    expect((await dry()).headers.get('Idempotency-Replayed')).toBeNull();
    const real = await laurel.call(path, { key, headers, body });
    expect([real.status, real.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
    const again = await dry();
    expect([again.status, again.body.credits.consumed, again.headers.get('Idempotency-Replayed')]).toEqual([
      201,
      0,
      null,
    ]);
    expect((await laurel.call(path, { key, headers, body })).body).toEqual(real.body);
  }
});

test('rejects all native creations that share one request and one Idempotency-Key', async () => {
  const before = await balance();
  const client = nativeClient(laurel, { ...bearer(), 'Idempotency-Key': 'shared' });
  const calls = [
    client.certificates.generate.mutate(single()),
    client.certificates.generate.mutate({ ...single(), externalId: 'other' }),
    client.batches.create.mutate(batch()),
  ];
  expect(await Promise.all(calls.map((call) => call.catch(codeOf)))).toEqual(Array(3).fill('VALIDATION_ERROR'));
  expect(await balance()).toBe(before);
  // A single creation can use its key in a request with other calls.
  const both = () => Promise.all([client.certificates.generate.mutate(single()), client.credits.get.query()]);
  const [first] = await both();
  expect((await both())[0]).toEqual(first);
  expect(await balance()).toBe(before - 1);
});

const BLANKS = {
  nothing: '',
  spaces: '  \t\n',
  'a no-break space': '\u00a0',
  'ideographic space': '\u3000',
  'zero-width characters': '\u200b\u200d\ufeff\u2060',
  'directional marks': '\u200e\u200f\u202e\u2066',
  'a soft hyphen': '\u00ad',
  'Hangul fillers': '\u3164\u115f\u1160\uffa0',
  'Braille blank': '\u2800',
  'variation selectors': '\ufe0f\u{e0100}',
  'tag characters': '\u{e0041}',
  'Mongolian vowel separator': '\u180e',
  'a combining mark alone': ' \u0301',
};

test.each(Object.entries(BLANKS))(
  'rejects a name of %s for a certificate, a row of a batch and a dry run',
  async (_what, name) => {
    const variables = { ...VARIABLES, name };
    const { key, templateId } = tenant;
    const before = await balance();
    for (const dryRun of [false, true]) {
      const refused = await laurel.call('/certificates', { key, body: { templateId, variables, dryRun } });
      expect([refused.status, refused.body.details]).toEqual([
        400,
        [
          {
            path: 'variables.name',
            code: 'blank',
            message: "Blank. Give the recipient's name.",
            params: { accepted: "the recipient's name" },
          },
        ],
      ]);
    }
    const recipients = [{ variables: VARIABLES }, { variables: VARIABLES }, { variables: VARIABLES }, { variables }];
    const { status, body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
    expect([status, body.details]).toMatchObject([400, [{ path: 'recipients[3].variables.name' }]]);
    const native = await nativeClient(laurel, bearer())
      .certificates.generate.mutate({ templateId, variables })
      .catch(codeOf);
    expect(native).toBe('VALIDATION_ERROR');
    expect(await balance()).toBe(before);
  },
);

test('accepts and trims a visible name, and accepts other empty variables', async () => {
  const { key, templateId } = tenant;
  const names = ['X', '张伟', 'ㅤ김', '-', ' Ada ', '🎓', '١', 'Ada\u200bB'];
  for (const name of names) {
    const variables = { ...VARIABLES, name, course: '', date: ' ' };
    const { status, body } = await laurel.call('/certificates', { key, body: { templateId, variables, dryRun: true } });
    expect([name, status, body.recipientName]).toEqual([name, 201, name.trim()]);
  }
});

test('the check of a table names the row with a blank name', async () => {
  const issuer = nativeClient(laurel, await sessionOf(laurel, tenant, 'issuer@example.org', 'issuer'));
  const recipients = [{ variables: VARIABLES }, { variables: { ...VARIABLES, name: '\u3164' } }];
  const { problems } = await issuer.batches.check.mutate({ templateId: tenant.templateId, recipients });
  expect(problems).toEqual([
    {
      path: 'recipients[1].variables.name',
      code: 'blank',
      message: "Blank. Give the recipient's name.",
      params: { accepted: "the recipient's name" },
    },
  ]);
});
