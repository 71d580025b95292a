import { beforeAll, expect, test } from 'vitest';
import { Certificate } from '../../database/entities/certificate.ts';
import { cleanUp } from '../../domain/maintenance/clean-up.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { addRequest } from '../../domain/requests/add.ts';
import { readAskable } from '../../domain/requests/read-askable.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { publishTemplate } from '../../domain/templates/publish-from-code.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { query, startWithLog } from '../support/log.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { BEHIND_PROXY, placeOf } from '../support/my.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { createTestKey } from '../support/real-values.ts';
import { waitFor } from '../support/wait-for.ts';

const box = { x: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const DESIGN = {
  name: 'Kurs',
  language: 'de',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [
    { type: 'text', ...box, y: 10, text: '{{name}}' },
    { type: 'text', ...box, y: 60, text: '{{course}}' },
    { type: 'text', ...box, y: 110, text: '{{day}}' },
  ],
  variables: { day: { type: 'date' }, name: { label: 'Vor- und Nachname' } },
  requests: { variables: ['name', 'day'] },
};
const VALUES = { name: 'Ada Lovlace', course: 'Weben', day: '2026-11-20' };
const ADA = 'ada@example.org';

let laurel: Laurel;
let mailbox: Mailbox;
let place: ReturnType<typeof placeOf>;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await startWithLog({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent', ...BEHIND_PROXY });
  place = placeOf(laurel, mailbox);
});

async function tenantWith(more: object = {}): Promise<Tenant> {
  const tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, ...more });
  return { ...tenant, templateId };
}

let people = 0;
const member = async (tenant: Tenant, role: 'issuer' | 'viewer' = 'issuer') =>
  nativeClient(laurel, await sessionOf(laurel, tenant, `${role}${people++}@members.example`, role));

async function issue({ key, templateId }: Tenant, recipientEmail = ADA) {
  const body = { templateId, variables: VALUES, recipientEmail };
  const answer = await laurel.call('/certificates', { key, body });
  expect(answer.status).toBe(201);
  return laurel.rendered(key, answer.body.id);
}

const addVersion = ({ templateId: id, ...tenant }: Tenant, design: object) =>
  publishTemplate(laurel.context({ ...tenant, templateId: id }), { id, design: design as DesignDocument });

const ask = (certificateId: string, variables: Record<string, string>, message = '', mailboxes = [ADA]) =>
  addRequest({ ...laurel.installation.services, mailboxes }, { certificateId, variables, message });
const refused = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'taken',
    ({ code, extras: { reason, details = [] } }) =>
      reason ?? (details.map((one: { path: string; code: string }) => `${one.path}: ${one.code}`).join() || code),
  );
/** Returns the reason of a native call's refusal. */
const reasonOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'done',
    ({ data: { code, reason, details = [] } }) =>
      reason ?? (details.map((one: { path: string; code: string }) => `${one.path}: ${one.code}`).join() || code),
  );
const read = async ({ key }: Tenant, id: string) => (await laurel.call(`/certificates/${id}`, { key })).body;
/** Returns the mails to an address, except those with a link to its place. */
const mailsTo = (address: string) =>
  mailbox.mails.filter((mail) => recipientsOf(mail).includes(address) && !mail.text?.includes('/my/enter'));
const mailTo = (address: string, count = 1) =>
  waitFor(
    `${count} mails to ${address}`,
    () => mailsTo(address),
    (mails) => mails.length === count,
  );
const violations = async () => (await reconcile(laurel.installation.services)).violations;

test('a design names variables of its own, each once, and no pictures', async () => {
  const tenant = await laurel.tenant();
  const made = (requests: unknown, more: object = {}) =>
    refused(importTemplate(laurel.context(tenant), { ...DESIGN, ...more, requests }));
  expect(await made({ variables: ['name', 'day'] })).toBe('taken');
  expect(await made({ variables: ['name', 'grade', 'issuedOn'] })).toBe(
    'requests.variables[1]: variable_not_used,requests.variables[2]: variable_not_used',
  );
  expect(await made({ variables: [] })).toMatch(/^requests\.variables: /);
  expect(await made({ variables: ['name', 'name'] })).toBe('requests.variables: duplicates');
  expect(await made({ variables: Array.from({ length: 101 }, (_, index) => `v${index}`) })).toBe(
    'requests.variables: too_many',
  );
  expect(await made({})).toBe('requests.variables: required');
  const picture = { type: 'image', x: 10, y: 150, width: 40, height: 40, src: '{{photo}}', alt: '' };
  expect(await made({ variables: ['photo'] }, { elements: [...DESIGN.elements, picture] })).toBe(
    'requests.variables[0]: wrong_variable_type',
  );
});

test('an accepted request corrects the certificate, and the recipient gets a mail in its language', async () => {
  const tenant = await tenantWith();
  const address = 'Ada.Accepted@Example.org';
  const before = await issue(tenant, address);
  const native = await member(tenant);
  const credits = async () => (await laurel.call('/credits', { key: tenant.key })).body;
  const balance = await credits();
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { replyTo: 'office@example.org' } });
  const { id } = await ask(before.id, { name: ' Ada Lovelace\r\n', day: '2026-11-20' }, 'Tippfehler.\r\nDanke <3', [
    'x@example.org',
    'ada.accepted@example.org',
  ]);
  expect(await native.requests.count.query()).toEqual({ open: 1 });
  const { requests } = await native.requests.list.query({});
  expect(requests).toMatchObject([
    {
      ...{ id, status: 'OPEN', message: 'Tippfehler.\nDanke <3', decidedAt: null, decidedBy: null, answer: null },
      certificate: { id: before.id, recipientName: 'Ada Lovlace', recipientEmail: address, status: 'GENERATED' },
      variables: [{ name: 'name', label: 'Vor- und Nachname', value: 'Ada Lovlace', proposed: 'Ada Lovelace' }],
    },
  ]);
  expect(await native.requests.accept.mutate({ id, answer: 'Gern geschehen' })).toEqual({
    ...{ id, status: 'ACCEPTED', correctedRevision: 2 },
  });
  const after = await laurel.rendered(tenant.key, before.id);
  expect(after).toMatchObject({ recipientName: 'Ada Lovelace', revision: 2, variables: { course: 'Weben' } });
  expect(await credits()).toEqual(balance);
  expect(await native.requests.count.query()).toEqual({ open: 0 });
  const [mail] = await mailTo('Ada.Accepted@example.org');
  expect(mail?.subject).toBe('Korrigiert: Kurs');
  expect(mail?.replyTo?.text).toBe('office@example.org');
  expect(mail?.text).toContain('Nachricht des Ausstellers: Gern geschehen');
  expect(mail?.text).toContain(after.verificationUrl);
  const { corrections } = await native.certificates.history.query({ id: before.id });
  expect(corrections[0]?.reason).toContain(id);
  expect((await read(tenant, before.id)).emailStatus).toBe('NONE');
  expect(await violations()).toEqual([]);
});

test('a declined request leaves the certificate, and the recipient gets the answer', async () => {
  const tenant = await tenantWith();
  const { id: certificateId } = await issue(tenant, 'declined@example.org');
  const native = await member(tenant);
  const { id } = await ask(certificateId, { name: 'Ada L.' }, '', ['declined@example.org']);
  expect(await reasonOf(native.requests.decline.mutate({ id, answer: ' \u200b ' }))).toBe('answer: blank');
  expect(await reasonOf(native.requests.decline.mutate({ id, answer: 'x'.repeat(501) }))).toBe('answer: too_long');
  await native.requests.decline.mutate({ id, answer: '<b>Nein</b>, laut Ausweis.' });
  const [mail] = await mailTo('declined@example.org');
  expect(mail?.subject).toBe('Ihre Bitte um Korrektur: Kurs');
  expect(mail?.text).toContain('<b>Nein</b>, laut Ausweis.');
  expect(mail?.html).toContain('&lt;b&gt;Nein&lt;/b&gt;');
  expect(await read(tenant, certificateId)).toMatchObject({ revision: 1, recipientName: 'Ada Lovlace' });
  expect(await reasonOf(native.requests.accept.mutate({ id }))).toBe('request_decided');
  const { requests } = await native.requests.list.query({ certificateId });
  expect(requests).toMatchObject([{ status: 'DECLINED', answer: '<b>Nein</b>, laut Ausweis.' }]);
});

test('recipients ask only for their own certificates, for the named variables, and for values that these can have', async () => {
  const tenant = await tenantWith();
  const { id } = await issue(tenant);
  expect(await refused(ask(id, { name: 'A' }, '', ['other@example.org']))).toBe('NOT_FOUND');
  expect(await refused(ask(id, { name: 'A' }, '', []))).toBe('NOT_FOUND');
  const { id: testId } = await issue({ ...tenant, key: await createTestKey(laurel, tenant) });
  expect(await refused(ask(testId, { name: 'A' }))).toBe('NOT_FOUND');
  expect(await refused(ask(id, { course: 'Spinnen', nothing: 'x' }))).toBe(
    'variables.course: unknown_variable,variables.nothing: unknown_variable',
  );
  expect(await refused(ask(id, { name: ' ', day: 'tomorrow' }))).toBe(
    'variables.name: blank,variables.day: not_a_date',
  );
  expect(await refused(ask(id, { name: 'Ada\nLovelace' }))).toBe('variables.name: control_character');
  expect(await refused(ask(id, { name: ' Ada Lovlace ', day: '2026-11-20' }, ' \r\n '))).toBe('no_change');
  expect(await refused(ask(id, {}, 'Please'))).toBe('taken');
  expect(await refused(ask(id, {}, 'Please'))).toBe('request_open');
  const silent = await tenantWith({ requests: undefined });
  const { id: other } = await issue(silent);
  expect(await refused(ask(other, { name: 'A' }))).toBe('requests_not_accepted');
  const revoked = await issue(tenant);
  await laurel.call(`/certificates/${revoked.id}/revoke`, { key: tenant.key, body: { reason: 'x' } });
  expect(await refused(ask(revoked.id, { name: 'A' }))).toBe('certificate_revoked');
});

test('a certificate takes three requests a day, a mailbox twenty, and of several at once one is taken', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { id: first } = await issue(tenant);
  for (const turn of [1, 2, 3]) {
    const asked = await Promise.allSettled([1, 2, 3].map((one) => ask(first, { name: `Ada ${turn} ${one}` })));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { requests } = await native.requests.list.query({});
    await native.requests.decline.mutate({ id: requests[0]?.id ?? '', answer: 'No' });
  }
  expect(await refused(ask(first, { name: 'Ada 4' }))).toBe('request_limit');
  const others = await Promise.all(Array.from({ length: 19 }, () => issue(tenant)));
  const asked = await Promise.all(others.map(({ id }) => refused(ask(id, { name: 'Ada' }))));
  expect(asked.toSorted()).toEqual(['request_limit', 'request_limit', ...Array.from({ length: 17 }, () => 'taken')]);
  const askIn = (hours: number) => {
    const now = () => new Date(Date.now() + hours * 60 * 60 * 1000);
    const asking = { ...laurel.installation.services, now, mailboxes: [ADA] };
    return refused(addRequest(asking, { certificateId: first, variables: { name: 'Ada 5' }, message: '' }));
  };
  expect([await askIn(23.9), await askIn(24.1)]).toEqual(['request_limit', 'taken']);
});

test('of two members who decide at once, one wins', async () => {
  const tenant = await tenantWith();
  const [one, other] = [await member(tenant), await member(tenant)];
  for (const kind of ['accept', 'decline', 'both'] as const) {
    const { id: certificateId } = await issue(tenant, `${kind}@race.example`);
    const { id } = await ask(certificateId, { name: 'Ada Lovelace' }, '', [`${kind}@race.example`]);
    const answer = 'As you wish';
    const outcomes = await Promise.all([
      reasonOf(kind === 'decline' ? one.requests.decline.mutate({ id, answer }) : one.requests.accept.mutate({ id })),
      reasonOf(
        kind === 'accept' ? other.requests.accept.mutate({ id }) : other.requests.decline.mutate({ id, answer }),
      ),
    ]);
    expect(outcomes.toSorted(), kind).toEqual(['done', 'request_decided']);
    const { body } = await laurel.call(`/certificates/${certificateId}`, { key: tenant.key });
    const { requests } = await one.requests.list.query({ certificateId });
    expect(body.revision, kind).toBe(requests[0]?.status === 'ACCEPTED' ? 2 : 1);
    await mailTo(`${kind}@race.example`);
  }
  expect(await violations()).toEqual([]);
});

test('values that do not fit are refused, the request stays open, and changed values are accepted', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { id: certificateId } = await issue(tenant);
  const { id } = await ask(certificateId, { name: 'Ada '.repeat(400) });
  expect(await reasonOf(native.requests.accept.mutate({ id }))).toMatch(/^variables\.name: /);
  expect(await reasonOf(native.requests.accept.mutate({ id, variables: { nothing: 'x' } }))).toBe(
    'variables.nothing: unknown_variable',
  );
  expect(await native.requests.count.query()).toEqual({ open: 1 });
  await native.requests.accept.mutate({ id, variables: { name: 'Ada King', course: 'Spinnen' } });
  expect((await laurel.rendered(tenant.key, certificateId)).variables).toMatchObject({
    ...{ name: 'Ada King', course: 'Spinnen' },
  });
});

test('a request that was corrected by hand is accepted without another correction, otherwise nothing would change', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { id: certificateId } = await issue(tenant);
  const { id } = await ask(certificateId, {}, 'My name has an e.');
  expect(await reasonOf(native.requests.accept.mutate({ id }))).toBe('no_change');
  expect(await native.requests.count.query()).toEqual({ open: 1 });
  const body = { variables: { name: 'Ada Lovelace' }, reason: 'Misspelt' };
  await laurel.call(`/certificates/${certificateId}/correct`, { key: tenant.key, body });
  expect(await native.requests.accept.mutate({ id })).toMatchObject({ status: 'ACCEPTED', correctedRevision: null });
  expect((await laurel.rendered(tenant.key, certificateId)).revision).toBe(2);
});

test('a request about a revoked certificate stays open until it is declined', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { id: certificateId } = await issue(tenant);
  const { id } = await ask(certificateId, { name: 'Ada Lovelace' });
  await laurel.call(`/certificates/${certificateId}/revoke`, { key: tenant.key, body: { reason: 'x' } });
  expect(await reasonOf(native.requests.accept.mutate({ id }))).toBe('certificate_revoked');
  expect((await native.requests.list.query({})).requests).toMatchObject([
    { status: 'OPEN', certificate: { status: 'REVOKED' } },
  ]);
  expect(await reasonOf(native.requests.decline.mutate({ id, answer: 'Revoked' }))).toBe('done');
});

test('the current version of the template decides, and open requests outlive the setting', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const [first, second] = [await issue(tenant), await issue(tenant)];
  const { id } = await ask(first.id, { name: 'Ada Lovelace' });
  const { services } = laurel.installation;
  await addVersion(tenant, { ...DESIGN, requests: { variables: ['course', 'name'] } });
  const row = await services.em().findOneOrFail(Certificate, { organisationId: tenant.organisationId, id: second.id });
  const askable = await readAskable(services.em(), services, [row]);
  expect(askable.get(second.id)?.map(({ name, value }) => [name, value])).toEqual([
    ['name', 'Ada Lovlace'],
    ['course', 'Weben'],
  ]);
  await addVersion(tenant, { ...DESIGN, requests: undefined });
  expect(await refused(ask(second.id, { name: 'A' }))).toBe('requests_not_accepted');
  expect(await reasonOf(native.requests.accept.mutate({ id }))).toBe('done');
});

test('another address of the certificate erases the requests of the former recipient, and unsent answers', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { id: corrected } = await issue(tenant);
  await ask(corrected, { name: 'Ada Lovelace' });
  const { key } = tenant;
  const body = { recipientEmail: 'new@example.org', reason: 'Moved' };
  await laurel.call(`/certificates/${corrected}/correct`, { key, body });
  expect((await native.requests.list.query({})).requests).toEqual([]);
  const { id: mailed } = await issue(tenant);
  await ask(mailed, { name: 'Ada Lovelace' });
  await laurel.call(`/certificates/${mailed}/email`, { key, body: { recipientEmail: 'new@example.org' } });
  expect((await native.requests.list.query({})).requests).toEqual([]);
  const rows = await query(
    laurel,
    `select id from correction_requests where organisation_id = '${tenant.organisationId}'`,
  );
  expect(rows).toEqual([]);
});

test('another spelling of the address keeps the request of its recipient', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { key } = tenant;
  const { id } = await issue(tenant, 'eve@example.org');
  await ask(id, { name: 'Ada Lovelace' }, '', ['eve@example.org']);
  const statuses = async () => (await native.requests.list.query({})).requests.map(({ status }) => status);
  await laurel.call(`/certificates/${id}/email`, { key, body: { recipientEmail: 'Eve@example.org' } });
  expect(await statuses()).toEqual(['OPEN']);
  const body = { recipientEmail: 'EVE@example.org', reason: 'Spelling' };
  expect((await laurel.call(`/certificates/${id}/correct`, { key, body })).status).toBe(201);
  expect(await statuses()).toEqual(['OPEN']);
});

test('a correction that cannot be rendered opens its request again, and only the last decision is mailed', async () => {
  const tenant = await tenantWith();
  const { id: certificateId } = await issue(tenant, 'failed@example.org');
  const { id } = await ask(certificateId, { name: 'Ada Lovelace' }, '', ['failed@example.org']);
  await laurel.stop();
  await laurel.launch({ ROLE: 'api' });
  const native = await member(tenant);
  await native.requests.accept.mutate({ id });
  await failRendering(laurel.installation.services, { organisationId: tenant.organisationId, certificateId });
  const { requests } = await native.requests.list.query({});
  expect(requests).toMatchObject([{ id, status: 'OPEN', answer: null, variables: [{ value: 'Ada Lovlace' }] }]);
  // The recipient is found by the former name again.
  const { body: found } = await laurel.call('/recipients?search=lovlace', { key: tenant.key });
  expect(found.recipients).toMatchObject([{ name: 'Ada Lovlace' }]);
  await laurel.stop();
  await laurel.launch({ ROLE: 'all' });
  const again = await member(tenant);
  expect(await again.requests.accept.mutate({ id })).toMatchObject({ status: 'ACCEPTED' });
  await laurel.rendered(tenant.key, certificateId);
  await mailTo('failed@example.org');
  const statuses = () =>
    query<{ status: string }>(laurel, `select status from emails where subject_id = '${id}' order by id`);
  await waitFor('the end of both mails', statuses, (rows) => rows.map(({ status }) => status).join() === 'FAILED,SENT');
  expect(await violations()).toEqual([]);
});

test('a correction that cannot be rendered leaves its request decided if the recipient has asked again', async () => {
  const tenant = await tenantWith();
  const { id: certificateId } = await issue(tenant, 'again@example.org');
  const first = await ask(certificateId, { name: 'Ada Lovelace' }, '', ['again@example.org']);
  await laurel.stop();
  await laurel.launch({ ROLE: 'api' });
  const native = await member(tenant);
  await native.requests.accept.mutate({ id: first.id });
  const second = await ask(certificateId, { name: 'Ada King' }, '', ['again@example.org']);
  await failRendering(laurel.installation.services, { organisationId: tenant.organisationId, certificateId });
  const { requests } = await native.requests.list.query({});
  expect(requests.map(({ id, status }) => [id, status])).toEqual([
    [second.id, 'OPEN'],
    [first.id, 'ACCEPTED'],
  ]);
  await laurel.stop();
  await laurel.launch({ ROLE: 'all' });
  expect((await laurel.call(`/certificates/${certificateId}`, { key: tenant.key })).body.recipientName).toBe(
    'Ada Lovlace',
  );
  expect(await violations()).toEqual([]);
});

test('members read requests of their own organisation, and viewers decide none', async () => {
  const tenant = await tenantWith();
  const { id: certificateId } = await issue(tenant);
  const { id } = await ask(certificateId, { name: 'Ada Lovelace' });
  const viewer = await member(tenant, 'viewer');
  expect((await viewer.requests.list.query({})).requests).toHaveLength(1);
  expect(await reasonOf(viewer.requests.accept.mutate({ id }))).toBe('missing_scope');
  expect(await reasonOf(viewer.requests.decline.mutate({ id, answer: 'x' }))).toBe('missing_scope');
  const stranger = await member(await tenantWith());
  expect((await stranger.requests.list.query({})).requests).toEqual([]);
  expect(await reasonOf(stranger.requests.accept.mutate({ id }))).toBe('NOT_FOUND');
  expect(await reasonOf(stranger.requests.decline.mutate({ id, answer: 'x' }))).toBe('NOT_FOUND');
});

test('open requests come first, in pages', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    const { id: certificateId } = await issue(tenant);
    ids.push((await ask(certificateId, { name: `Ada ${count}` })).id);
  }
  await native.requests.decline.mutate({ id: ids[4] ?? '', answer: 'x' });
  await native.requests.decline.mutate({ id: ids[1] ?? '', answer: 'x' });
  const listed: string[] = [];
  let cursor: Awaited<ReturnType<typeof native.requests.list.query>>['nextCursor'] | undefined;
  do {
    const page = await native.requests.list.query({ limit: 2, ...(cursor && { cursor }) });
    listed.push(...page.requests.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(listed).toEqual([ids[3], ids[2], ids[0], ids[4], ids[1]]);
});

test('the next page has the other open requests, although the last one of a page was decided', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { id: certificateId } = await issue(tenant);
    ids.push((await ask(certificateId, { name: `Ada ${count}` })).id);
  }
  const { nextCursor: cursor } = await native.requests.list.query({ limit: 1 });
  await native.requests.decline.mutate({ id: ids[2] ?? '', answer: 'x' });
  const { requests } = await native.requests.list.query({ cursor: cursor ?? undefined });
  expect(requests.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]]);
});

test('SQL forges no request: a changed one is neither shown nor accepted, and a changed recipient may not ask', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { id: certificateId } = await issue(tenant);
  const { id } = await ask(certificateId, { name: 'Ada Lovelace' });
  for (const change of [
    `proposed = '{"name":"Mallory"}'`,
    `message = 'x'`,
    `mailbox = 'm@example.org'`,
    'revision = 0',
  ]) {
    const [column = ''] = change.split(' ');
    const [before] = await query<Record<string, string>>(
      laurel,
      `select ${column} as value from correction_requests where id = '${id}'`,
    );
    await query(laurel, `update correction_requests set ${change} where id = '${id}'`);
    expect((await native.requests.list.query({})).requests, change).toEqual([]);
    expect(await reasonOf(native.requests.accept.mutate({ id })), change).toBe('INTERNAL_ERROR');
    expect(await reasonOf(native.requests.decline.mutate({ id, answer: 'x' })), change).toBe('INTERNAL_ERROR');
    expect((await violations()).map(({ message }) => message)).toContain(
      'a row of correction_requests was changed outside Laurel',
    );
    await query(laurel, `update correction_requests set ${column} = '${before?.value}' where id = '${id}'`);
  }
  expect(await reasonOf(native.requests.accept.mutate({ id }))).toBe('done');
  const other = await issue(tenant, 'victim@example.org');
  await query(laurel, `update recipients set mailbox = 'mallory@example.org' where id = '${other.recipientId}'`);
  expect(await refused(ask(other.id, { name: 'M' }, '', ['mallory@example.org']))).toBe('NOT_FOUND');
  expect((await violations()).map(({ message }) => message)).toContain(
    'the certificate is missing from the list of its recipient',
  );
  await query(laurel, `update recipients set mailbox = 'victim@example.org' where id = '${other.recipientId}'`);
  expect(await violations()).toEqual([]);
});

test('decided requests are deleted a year after the decision, open ones stay', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const [first, second] = [await issue(tenant), await issue(tenant)];
  const asked = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
  const asking = { ...laurel.installation.services, now: () => asked, mailboxes: [ADA] };
  const { id } = await addRequest(asking, {
    certificateId: first.id,
    variables: { name: 'Ada Lovelace' },
    message: '',
  });
  const open = await ask(second.id, { name: 'Ada Lovelace' });
  await native.requests.decline.mutate({ id, answer: 'No' });
  const cleanIn = (days: number) =>
    cleanUp({ ...laurel.installation.services, now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) });
  const listed = async () => (await native.requests.list.query({})).requests.map((one) => one.id);
  await cleanIn(364);
  expect(await listed()).toEqual([open.id, id]);
  await cleanIn(366);
  expect(await listed()).toEqual([open.id]);
});

test('in their place, recipients ask for a correction, see since when it is open, and read the answer', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { id: certificateId } = await issue(tenant, 'place@example.org');
  const { id: other } = await issue(tenant, 'stranger@example.org');
  const { id: silent } = await issue(await tenantWith({ requests: undefined }), 'place@example.org');
  const cookie = await place.enter('place@example.org');
  const sent = { cookie, language: 'en' };
  const shown = async () => (await place.get('', sent)).text();
  const form = await shown();
  expect(form).toContain(`value="${certificateId}"`);
  expect(form).not.toContain(`value="${silent}"`);
  expect(form).toContain('<bdi>Vor- und Nachname</bdi>');
  expect(form).toContain('name="variables[name]" required value="Ada Lovlace"');
  expect(form).toContain('<input type="date"');
  const post = async (fields: Record<string, string>, more: object = {}) => {
    const answer = await place.post('/requests', { certificateId, ...fields }, { ...sent, ...more });
    return [answer.status, answer.headers.get('Location') ?? (await answer.text())] as const;
  };
  expect(await post({ 'variables[name]': 'Ada Lovlace', message: '\r\n' })).toEqual([
    409,
    expect.stringContaining('Change at least one value, or write a message.'),
  ]);
  const [status, page] = await post({ 'variables[name]': ' ', message: '<script>', 'variables[day]': 'soon"' });
  expect(status).toBe(400);
  expect(page).toContain('Enter a date like 2026-11-20.');
  expect(page).toContain('Enter a value.');
  expect(page).toContain('&lt;script&gt;</textarea>');
  expect(page).toContain('value="soon&quot;"');
  expect((await post({ message: 'x'.repeat(1001) }))[1]).toContain('Too long. Use at most 1000 characters.');
  expect((await post({ message: `${'x\r\n'.repeat(499)}x\0` }))[0]).toBe(400);
  expect((await post({ 'variables[course]': 'Other' }))[0]).toBe(400);
  for (const id of [other, crypto.randomUUID(), 'x', ''])
    expect((await post({ certificateId: id, message: 'x' }))[0], id).toBe(404);
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  expect((await post({ message: 'x' }, { headers: foreign }))[0]).toBe(403);
  expect((await post({ message: 'x' }, { cookie: '' }))[0]).toBe(401);
  expect((await native.requests.list.query({})).requests).toEqual([]);
  expect(
    await post({ 'variables[name]': 'Ada Lovelace', 'variables[day]': '2026-11-20', message: 'An e\r\n<3' }),
  ).toEqual([...[303, '/my?lang=en']]);
  const open = await shown();
  expect(open).toMatch(/You asked for a correction on \d+ \w+ \d{4}\. The answer comes by e-mail\./);
  expect(open).not.toContain('variables[name]');
  expect(await post({ message: 'again' })).toEqual([
    409,
    expect.stringMatching(/You already asked for a correction on \d+ \w+ \d{4}/),
  ]);
  const { requests } = await native.requests.list.query({});
  expect(requests).toMatchObject([
    { message: 'An e\n<3', variables: [{ name: 'name', value: 'Ada Lovlace', proposed: 'Ada Lovelace' }] },
  ]);
  await native.requests.decline.mutate({ id: requests[0]?.id ?? '', answer: 'No <e> in your passport' });
  const declined = await shown();
  expect(declined).toContain('The issuer declined your request on');
  expect(declined).toContain('No &lt;e&gt; in your passport');
  expect(declined).toContain('variables[name]');
  expect(await (await place.get('?lang=ar', sent)).text()).toContain('رفضت الجهة المصدرة طلبك');
  const expired = { expiresAt: new Date().toISOString(), reason: 'x' };
  await laurel.call(`/certificates/${certificateId}/expiry`, { key: tenant.key, body: expired });
  const past = await shown();
  expect(past).toContain('<span class="badge bad">Expired</span>');
  expect(past).toContain('variables[name]');
  // The last request counts.
  // 1,000 characters, with the line ends of browsers.
  expect((await post({ message: `${'x\r\n'.repeat(499)}me` }))[0]).toBe(303);
  expect(await shown()).toMatch(/You asked for a correction on \d+ \w+ \d{4}\. The answer comes by e-mail\./);
  await laurel.call(`/certificates/${certificateId}/revoke`, { key: tenant.key, body: { reason: 'x' } });
  expect(await shown()).not.toContain('variables[name]');
  expect((await post({ message: 'again' }))[1]).toContain('The issuer takes no requests for this certificate here.');
});

test('their place names the day of the answer, not that of the request', async () => {
  const tenant = await tenantWith();
  const native = await member(tenant);
  const { id: certificateId } = await issue(tenant, 'days@example.org');
  const { services } = laurel.installation;
  const asked = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
  const asking = { ...services, now: () => asked, mailboxes: ['days@example.org'] };
  const { id } = await addRequest(asking, { certificateId, variables: {}, message: 'In my new name' });
  const cookie = await place.enter('days@example.org');
  const dayIn = async (sentence: RegExp) =>
    sentence.exec(await (await place.get('', { cookie, language: 'en' })).text())?.[1];
  const dayOf = (time: string | null | undefined) =>
    new Date(time ?? '').toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  expect(await dayIn(/You asked for a correction on ([\w ]+)\./)).toBe(dayOf(asked.toISOString()));
  await native.requests.decline.mutate({ id, answer: 'No' });
  const [declined] = (await native.requests.list.query({})).requests;
  expect(await dayIn(/The issuer declined your request on ([\w ]+)\./)).toBe(dayOf(declined?.decidedAt));
});
