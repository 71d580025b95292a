import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 20 });
});

const post = (path: string, body: object) => laurel.call(path, { key: tenant.key, body });

test('null counts as left out in creations, and means never as an expiry', async () => {
  const { templateId } = tenant;
  const nulls = { recipientEmail: null, externalId: null, awardedOn: null, language: null, tags: null };
  const single = await post('/certificates', {
    templateId,
    variables: VARIABLES,
    ...nulls,
    sendEmail: null,
    expiresAt: null,
  });
  expect(single).toMatchObject({
    status: 201,
    body: { externalId: null, recipientEmail: null, expiresAt: null, tags: [] },
  });
  const batch = await post('/batches', {
    ...{ templateId, sendEmail: null, tags: null, dryRun: null },
    recipients: [{ variables: VARIABLES, ...nulls, renewalOf: null }],
  });
  expect(batch).toMatchObject({ status: 201, body: { total: 1 } });
  const renewed = await post(`/certificates/${single.body.id}/renew`, {
    variables: null,
    awardedOn: null,
    expiresAt: null,
  });
  expect(renewed).toMatchObject({ status: 201, body: { expiresAt: null } });
});

test('null is refused where a member is required, unknown or a value of a variable', async () => {
  const { templateId } = tenant;
  const required = await post('/certificates', { templateId: null, variables: VARIABLES });
  expect(required.body.details).toMatchObject([{ path: 'templateId' }]);
  const unknown = await post('/certificates', { templateId, variables: VARIABLES, email: null });
  expect(unknown.body.details).toMatchObject([{ path: 'email', code: 'unknown_member' }]);
  const value = await post('/certificates', { templateId, variables: { ...VARIABLES, course: null } });
  expect(value.body.details).toMatchObject([{ path: 'variables.course' }]);
});

test('what GET gives of an organisation, PUT takes, and null clears a field', async () => {
  const { key } = tenant;
  const put = (body: unknown) => laurel.call('/organisation', { key, method: 'PUT', body });
  await put({ websiteUrl: 'https://facts.example/', brandColor: '#123456' });
  const { body: before } = await laurel.call('/organisation', { key });
  expect(await put(before)).toMatchObject({ status: 200, body: before });
  expect((await put({ websiteUrl: null })).body).toEqual({ ...before, websiteUrl: null });
});

test('a dry run says so, and its links lead to a page that exists', async () => {
  const { templateId } = tenant;
  const { body: single } = await post('/certificates', { templateId, variables: VARIABLES, dryRun: true });
  expect(single.dryRun).toBe(true);
  expect((await fetch(single.verificationUrl.replace(/^https?:\/\/[^/]+/, laurel.url))).status).toBe(200);
  const { body: batch } = await post('/batches', { templateId, recipients: [{ variables: VARIABLES }], dryRun: true });
  expect(batch.dryRun).toBe(true);
  const { body: real } = await post('/certificates', { templateId, variables: VARIABLES });
  expect(real).not.toHaveProperty('dryRun');
  expect(real.verificationUrl).toContain(real.verificationHash);
});

test.each([
  ['DELETE', '/certificates', 'GET, HEAD, POST'],
  ['POST', '/credits', 'GET, HEAD'],
  ['PATCH', '/organisation', 'GET, HEAD, PUT'],
  ['PUT', `/verify/${'0'.repeat(64)}`, 'GET, HEAD, OPTIONS'],
  ['OPTIONS', '/certificates', 'GET, HEAD, POST'],
])('%s %s is not allowed, and Allow names the methods of the path', async (method, path, allow) => {
  const { status, headers, body } = await laurel.call(path, { key: tenant.key, method });
  expect(headers.get('Allow')?.split(', ').sort().join(', ')).toBe(allow);
  expect({ status, body }).toMatchObject({
    status: 405,
    body: { reason: 'method_not_allowed', error: { code: 'NOT_FOUND', status: 405 } },
  });
});

test('an unknown path is not found, and has no methods', async () => {
  const { status, headers, body } = await laurel.call('/certificate', { key: tenant.key });
  expect([status, headers.get('Allow'), body.reason]).toEqual([404, null, undefined]);
});

test('an e-mail with an Idempotency-Key is sent once', async () => {
  const { templateId, key } = tenant;
  const { body: made } = await post('/certificates', {
    ...{ templateId, variables: VARIABLES, recipientEmail: 'ada@facts.example' },
  });
  await laurel.rendered(key, made.id);
  const send = (body: object = {}) =>
    laurel.call(`/certificates/${made.id}/email`, { key, body, headers: { 'Idempotency-Key': 'facts' } });
  const first = await send();
  const second = await send();
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  expect(second.body).toEqual(first.body);
  const sent = await database(laurel.installation.services.em())
    .selectFrom('emails')
    .select('id')
    .where('certificateId', '=', made.id)
    .execute();
  expect(sent).toHaveLength(1);
  expect((await send({ recipientEmail: 'other@facts.example' })).status).toBe(409);
});
