import { beforeAll, expect, test } from 'vitest';
import { DETAILS, REASONS } from '../../errors/catalogue.ts';
import { ERROR_STATUS } from '../../errors/codes.ts';
import type { Detail } from '../../errors/detail.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let session: Record<string, string>;

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 100, scopes: ['certificates:write', 'organisation:write', 'credits:read'] });
  session = await sessionOf(laurel, tenant, 'owner@errors.example', 'owner');
});

const post = (path: string, body: unknown, headers = {}) => laurel.call(path, { key: tenant.key, body, headers });
const certificate = (more: object) => ({ templateId: tenant.templateId, variables: VARIABLES, ...more });
const shortOf = (details: Detail[]) => details.map(({ path, code, params }) => [path, code, params]);

test.each([
  ['email', 'recipientEmail'],
  ['dryrun', 'dryRun'],
  ['dry_run', 'dryRun'],
  ['external-id', 'externalId'],
  ['sendMail', 'sendEmail'],
  ['template', 'templateId'],
])('rejects the unknown member %s, and issues and mails nothing', async (name, suggestion) => {
  const before = await laurel.call('/credits', { key: tenant.key });
  const { status, body } = await post('/certificates', certificate({ [name]: true }));
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(shortOf(body.details)).toEqual([[name, 'unknown_member', { suggestion }]]);
  expect(body.details[0].message).toBe(`Unknown member. Did you mean ${suggestion}?`);
  expect((await laurel.call('/credits', { key: tenant.key })).body).toEqual(before.body);
});

test('suggests nothing for an unknown member that resembles none, at any depth', async () => {
  const recipients = [{ variables: VARIABLES, nonsense: 1 }];
  const batch = await post('/batches', { templateId: tenant.templateId, recipients });
  expect(shortOf(batch.body.details)).toEqual([['recipients[0].nonsense', 'unknown_member', {}]]);
  const query = await laurel.call('/certificates?limti=5&template=x', { key: tenant.key });
  expect([query.status, shortOf(query.body.details)]).toEqual([
    400,
    [
      ['limti', 'unknown_member', { suggestion: 'limit' }],
      ['template', 'unknown_member', { suggestion: 'templateId' }],
    ],
  ]);
  const none = await laurel.call('/credits?anything=1', { key: tenant.key });
  expect(shortOf(none.body.details)).toEqual([['anything', 'unknown_member', {}]]);
});

test('names the first of many faults and counts the others', async () => {
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, 0]));
  const { status, body } = await post('/certificates', { ...certificate({}), ...members });
  expect([status, body.details.length]).toEqual([400, 21]);
  expect(shortOf(body.details).at(-1)).toEqual(['', 'more_faults', { count: 99_980 }]);
  const variables = { ...VARIABLES, ...Object.fromEntries(Object.keys(members).map((name) => [name, ''])) };
  const many = await post('/certificates', { ...certificate({}), variables });
  expect(many.body.details).toHaveLength(2001);
  expect(shortOf(many.body.details).at(-1)).toEqual(['', 'more_faults', { count: 98_000 }]);
});

test('native calls reject an unknown member in the same way', async () => {
  const native = nativeClient(laurel, session);
  const refused = await native.certificates.generate
    .mutate({ ...certificate({}), email: 'a@example.org' } as never)
    .catch((error) => error.data);
  expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', httpStatus: 400 });
  expect(shortOf(refused.details)).toEqual([['email', 'unknown_member', { suggestion: 'recipientEmail' }]]);
});

test('rejects a member of the path in a body, and changes nothing', async () => {
  const { body: issued } = await post('/certificates', certificate({}));
  const refused = await post(`/certificates/${issued.id}/expiry`, { id: issued.id, expiresAt: null, reason: 'x' });
  expect([refused.status, shortOf(refused.body.details)]).toEqual([400, [['id', 'unknown_member', {}]]]);
  const other = await post(`/certificates/${issued.id}/email`, { id: tenant.templateId });
  expect([other.status, shortOf(other.body.details)]).toEqual([400, [['id', 'unknown_member', {}]]]);
});

test('a missing member is required, also one that is an object', async () => {
  const { body } = await post('/certificates', {});
  expect(shortOf(body.details)).toEqual([
    ['templateId', 'required', { accepted: 'a text' }],
    ['variables', 'required', { accepted: 'an object of names and texts' }],
  ]);
  const native = nativeClient(laurel, session);
  const draft = await native.designs.create.mutate({} as never).catch((error) => error.data);
  expect(shortOf(draft.details)).toEqual([['design', 'required', { accepted: 'a design document' }]]);
});

test.each([
  ['recipientEmail', 'ada\0@example.org', 'control_character'],
  ['recipientEmail', 'ada@example.org\x85', 'control_character'],
  ['recipientEmail', 'ada\ud800@example.org', 'malformed_text'],
  ['templateId', '\x07', 'control_character'],
  ['awardedOn', '2026-11-20\x7f', 'control_character'],
  ['expiresAt', '2030-11-20\x0b', 'control_character'],
  ['language', 'e\0n', 'control_character'],
  ['externalId', '\ud800', 'malformed_text'],
])('names the character in %s that no field accepts: %j', async (name, value, code) => {
  const { status, body } = await post('/certificates', certificate({ [name]: value }));
  expect([status, shortOf(body.details)]).toEqual([400, [[name, code, {}]]]);
});

test('has one detail for a character that no field accepts, whatever else the text lacks', async () => {
  const wrong = { organizationName: 'A\0', replyTo: 'a\0', websiteUrl: 'x\0', brandColor: '\0', timeZone: '\ud800' };
  const { body } = await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: wrong });
  const codes = Object.fromEntries(body.details.map(({ path, code }: Detail) => [path, code]));
  expect(body.details).toHaveLength(5);
  expect(codes).toEqual({
    ...{ organizationName: 'control_character', replyTo: 'control_character', websiteUrl: 'control_character' },
    ...{ brandColor: 'control_character', timeZone: 'malformed_text' },
  });
});

test('a native call with another media type has a detail about it', async () => {
  for (const type of ['text/plain', 'application/xml']) {
    const headers = { Authorization: `Bearer ${tenant.key}`, 'Content-Type': type };
    const response = await fetch(`${laurel.url}/trpc/certificates.generate`, { method: 'POST', headers, body: '{}' });
    const { error } = (await response.json()) as { error: { data: { details: Detail[] } } };
    expect([response.status, error.data.details.map(({ path, code }) => [path, code])]).toEqual([
      400,
      [['', 'wrong_content_type']],
    ]);
  }
});

test.each(['multipart/form-data', 'multipart/form-data; charset=utf-8', 'multipart/form-data; boundary='])(
  'a form announced as %s has a detail about its missing boundary',
  async (type) => {
    const headers = { Authorization: `Bearer ${tenant.key}`, 'Content-Type': type };
    const response = await fetch(`${laurel.url}/api/v1/assets`, { method: 'POST', headers, body: 'x' });
    const { details } = (await response.json()) as { details: Detail[] };
    const accepted = 'multipart/form-data with a boundary';
    expect([response.status, shortOf(details)]).toEqual([400, [['', 'wrong_content_type', { accepted }]]]);
  },
);

test('answers infinite queries natively, and rejects their direction over REST', async () => {
  const native = nativeClient(laurel, session);
  const page = await native.certificates.list.query({ limit: 5, direction: 'forward' });
  expect(page).toHaveProperty('certificates');
  const refused = await laurel.call('/certificates?direction=forward', { key: tenant.key });
  expect(shortOf(refused.body.details)).toEqual([['direction', 'unknown_member', {}]]);
  expect(JSON.stringify((await laurel.call('/openapi.json')).body)).not.toContain('infinite queries');
});

test.each([
  ['{"a": ', 'malformed_json'],
  ['"text"', 'not_an_object'],
  ['[]', 'not_an_object'],
  ['', 'not_an_object'],
  [`{"a":${'['.repeat(100)}${']'.repeat(100)}}`, 'nested_too_deeply'],
  [`{"a":"\\\\","b":${'['.repeat(100)}${']'.repeat(100)}}`, 'nested_too_deeply'],
  [`{"a":"${'x'.repeat(2_100_000)}"}`, 'body_too_large'],
])('has a detail for an unreadable body: %.20s', async (body, code) => {
  const headers = { Authorization: `Bearer ${tenant.key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${laurel.url}/api/v1/organisation`, { method: 'PUT', headers, body });
  const answer = (await response.json()) as { details: Detail[] };
  expect([response.status, answer.details.map(({ path, code }) => [path, code])]).toEqual([400, [['', code]]]);
});

test('an empty object changes nothing, and an unexpected body is ignored', async () => {
  expect((await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: {} })).status).toBe(200);
  expect((await laurel.call('/organisation/logo', { key: tenant.key, method: 'DELETE', body: 'x' })).status).toBe(200);
});

test('every error has exactly the members of the contract, and its reason beside them', async () => {
  const { body } = await laurel.call('/certificates', { key: 'svc_live_unknown' });
  expect(body).toEqual({
    error: { code: 'UNAUTHORIZED', message: REASONS.unknown_key.message, status: 401 },
    reason: 'unknown_key',
  });
  const missing = await laurel.call('/templates', { key: tenant.key });
  expect(missing.body).toMatchObject({ error: { code: 'FORBIDDEN' }, reason: 'missing_scope' });
});

const entries = [...Object.entries(DETAILS), ...Object.entries(REASONS)];
test.each(entries)('the message of %s states the fault and the accepted form in under 20 words', (code, entry) => {
  expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(entry.message).toMatch(/^[A-Z{].*[.}\]]$/);
  expect(entry.message.split(/\s+/).length).toBeLessThan(20);
  for (const text of [entry.cause, entry.fix]) expect(text).toMatch(/^[A-Z`].*\.$/);
  if ('error' in entry) expect(Object.keys(ERROR_STATUS)).toContain(entry.error);
});
