import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { readReminded } from '../../domain/expiry/read-reminded.ts';
import { runExpiries } from '../../domain/expiry/run.ts';
import { expiryRowViolations, expiryViolations } from '../../domain/integrity/check-expiries.ts';
import type { Violation } from '../../domain/integrity/types.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { copyCertificate } from '../support/copies.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DESIGN = {
  name: 'Licence',
  language: 'en-GB',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, text: '{{name}}', font: 'Inter', size: 12 }],
};

let laurel: Laurel;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, MAIL_FROM: 'Certificates <certs@example.org>' });
});

async function tenantWith(reminders?: object, more: object = {}): Promise<Tenant> {
  const tenant = await laurel.tenant();
  const design = { ...DESIGN, ...more, ...(reminders && { reminders }) };
  const { id: templateId } = await importTemplate(laurel.context(tenant), design);
  return { ...tenant, templateId };
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function issue({ key, templateId }: Tenant, more: object = {}) {
  const body = { templateId, variables: { name: 'Ada' }, ...more };
  const answer = await laurel.call('/certificates', { key, body });
  expect(answer.status).toBe(201);
  return laurel.rendered(key, answer.body.id);
}

/** Returns the types of a certificate's events about its expiry, in their order. */
async function eventsOf({ key }: Tenant, id: string): Promise<string[]> {
  const { body } = await laurel.call('/events?limit=100', { key });
  const events = body.events as { type: string; data: { certificateId?: string } }[];
  return events
    .filter(({ type, data }) => data.certificateId === id && /expir/.test(type))
    .map(({ type }) => type.replace('certificate.', ''));
}

const noticed = (tenant: Tenant, id: string, count: number) =>
  waitFor(
    `${count} events of the expiry`,
    () => eventsOf(tenant, id),
    (types) => types.length >= count,
  );

const mailsTo = (address: string) => mailbox.mails.filter((mail) => recipientsOf(mail).includes(address));
const mailed = (address: string, count = 1) =>
  waitFor(
    `${count} mails to ${address}`,
    () => mailsTo(address),
    (mails) => mails.length >= count,
  );

/** Runs the notices at a later time, in the product's place. */
const runAt = (time: Date) =>
  waitFor('a run', () => runExpiries({ ...laurel.installation.services, now: () => time }), Boolean);

test('a certificate is announced as expiring and expired, once each, with the data of its other events', async () => {
  const tenant = await tenantWith();
  const certificate = await issue(tenant, { expiresAt: new Date(Date.now() + 4000).toISOString(), externalId: 'A' });
  expect(await noticed(tenant, certificate.id, 2)).toEqual(['expiring', 'expired']);
  const { body } = await laurel.call('/events?types=certificate.expired', { key: tenant.key });
  expect(body.events.map(({ data }: { data: object }) => data)).toEqual([
    expect.objectContaining({
      certificateId: certificate.id,
      externalId: 'A',
      pdfUrl: certificate.pdfUrl,
      revision: 1,
    }),
  ]);
  await runAt(new Date(Date.now() + 400 * DAY_MS));
  expect(await eventsOf(tenant, certificate.id)).toEqual(['expiring', 'expired']);
});

test.each([
  [undefined, 30],
  [{ daysBefore: [7, 60] }, 60],
  [{ daysBefore: [5], recipient: false, issuer: false }, 5],
])('with the reminders %j, a certificate is expiring %s days before its end', async (reminders, days) => {
  const tenant = await tenantWith(reminders);
  const { id, expiresAt } = await issue(tenant, { expiresAt: inDays(100) });
  const at = new Date(expiresAt).getTime() - days * DAY_MS;
  await runAt(new Date());
  await runAt(new Date(at - 1000));
  expect(await eventsOf(tenant, id)).toEqual([]);
  await Promise.all([runAt(new Date(at + 1000)), runAt(new Date(at + 1000))]);
  expect(await noticed(tenant, id, 1)).toEqual(['expiring']);
});

test('each expiry that is reached is announced, however it was moved, and none twice', async () => {
  const tenant = await tenantWith();
  const { id } = await issue(tenant, { expiresAt: inDays(40), awardedOn: '2020-01-01' });
  const move = async (expiresAt: string | null) => {
    const body = { expiresAt, reason: 'Extended' };
    const answer = await laurel.call(`/certificates/${id}/expiry`, { key: tenant.key, body });
    expect([answer.status, answer.body.expiresAt]).toEqual([200, expiresAt]);
  };
  const [first, second] = [inDays(-3), inDays(-2)];
  await move(first);
  const announced = ['expiry_changed', 'expiring', 'expired'];
  expect(await noticed(tenant, id, 3)).toEqual(announced);
  await move(inDays(400));
  await move(second);
  expect(await noticed(tenant, id, 7)).toEqual([...announced, 'expiry_changed', ...announced]);
  await move(null);
  await move(first);
  await runAt(new Date());
  await runAt(new Date(Date.now() + 500 * DAY_MS));
  expect(await noticed(tenant, id, 9)).toEqual([
    ...[...announced, 'expiry_changed', ...announced],
    ...['expiry_changed', 'expiry_changed'],
  ]);
});

test('a revoked certificate is not announced until it is reinstated, and a failed one never', async () => {
  const tenant = await tenantWith();
  const { id } = await issue(tenant, { expiresAt: inDays(40) });
  await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'Wrong' } });
  await runAt(new Date(Date.now() + 50 * DAY_MS));
  expect(await eventsOf(tenant, id)).toEqual([]);
  await laurel.call(`/certificates/${id}/reinstate`, { key: tenant.key, method: 'POST', body: {} });
  await runAt(new Date(Date.now() + 50 * DAY_MS));
  expect(await noticed(tenant, id, 2)).toEqual(['expiring', 'expired']);
});

test('of several overdue reminders only the latest is sent, with the last valid day and the language of the design', async () => {
  const tenant = await tenantWith({ daysBefore: [60, 30, 7] }, { language: 'de' });
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { replyTo: 'office@example.org' } });
  const { id, verificationUrl } = await issue(tenant, {
    expiresAt: '2090-01-01',
    recipientEmail: 'latest@example.org',
  });
  await runAt(new Date('2089-12-10T12:00:00Z'));
  const [mail] = await mailed('latest@example.org');
  expect(mail?.subject).toBe(`Licence: gültig bis 1. Januar 2090`);
  expect(mail?.replyTo?.text).toBe('office@example.org');
  expect(mail?.text).toContain(`Guten Tag Ada`);
  expect(mail?.text).toContain(verificationUrl);
  expect(mail?.text).toContain(`Alle Ihre Zertifikate finden Sie unter:\n${laurel.url}/my`);
  await runAt(new Date('2089-12-11T12:00:00Z'));
  await runAt(new Date('2089-12-28T12:00:00Z'));
  await mailed('latest@example.org', 2);
  await runAt(new Date('2090-02-01T00:00:00Z'));
  expect(await noticed(tenant, id, 2)).toEqual(['expiring', 'expired']);
  expect(mailsTo('latest@example.org')).toHaveLength(2);
});

test('a recipient gets one mail for all certificates whose reminders are due on a day, and the others on the next', async () => {
  const tenant = await tenantWith({ daysBefore: [30] });
  const to = { recipientEmail: 'several@example.org' };
  for (const expiresAt of ['2089-06-01', '2089-06-01T09:00:00Z', '2089-06-01T21:00:00Z'])
    await issue(tenant, { ...to, expiresAt });
  await runAt(new Date('2089-05-02T10:00:00Z'));
  const [mail] = await mailed(to.recipientEmail);
  expect(mail?.subject).toBe('Several of your certificates expire soon');
  expect(mail?.text?.match(/Valid until 1 June 2089/g)).toHaveLength(3);
  await issue(tenant, { ...to, expiresAt: '2089-05-20' });
  const { id } = await issue(tenant, { ...to, expiresAt: '2089-05-02T23:00:00Z' });
  await runAt(new Date('2089-05-02T22:30:00Z'));
  expect(await eventsOf(tenant, id)).toEqual(['expiring']);
  // The end of a certificate does not wait with its mail.
  await runAt(new Date('2089-05-02T23:30:00Z'));
  expect(await eventsOf(tenant, id)).toEqual(['expiring', 'expired']);
  await runAt(new Date('2089-05-03T00:00:30Z'));
  const [, next] = await mailed(to.recipientEmail, 2);
  expect(next?.subject).toBe('Licence: valid until 20 May 2089');
});

test('reminders are those of the current version, also for certificates of an earlier one', async () => {
  const tenant = await tenantWith();
  const { id } = await issue(tenant, { expiresAt: inDays(90), recipientEmail: 'later@example.org' });
  await runAt(new Date());
  const design = { ...DESIGN, reminders: { daysBefore: [120, 100] } };
  const { templateId } = tenant;
  const { key } = await createApiKey(laurel.context(tenant), { name: 'publisher', scopes: ['templates:write'] });
  expect((await laurel.call(`/templates/${templateId}`, { key, method: 'PUT', body: design })).status).toBe(200);
  expect((await mailed('later@example.org'))[0]?.subject).toMatch(/^Licence: valid until/);
  expect(await noticed(tenant, id, 1)).toEqual(['expiring']);
});

test('a revoked or renewed certificate is not reminded of, nor a template without reminders to recipients', async () => {
  const quiet = await tenantWith({ daysBefore: [30], recipient: false });
  await issue(quiet, { expiresAt: inDays(5), recipientEmail: 'quiet@example.org' });
  const tenant = await tenantWith({ daysBefore: [30] });
  const { id } = await issue(tenant, { expiresAt: inDays(90), recipientEmail: 'revoked@example.org' });
  await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'Wrong' } });
  const { id: renewed } = await issue(tenant, { expiresAt: inDays(90), recipientEmail: 'renewed@example.org' });
  const renewal = { expiresAt: null, recipientEmail: 'new@example.org' };
  const { status } = await laurel.call(`/certificates/${renewed}/renew`, { key: tenant.key, body: renewal });
  expect(status).toBe(201);
  const reminded = await issue(tenant, { expiresAt: inDays(90), recipientEmail: 'reminded@example.org' });
  // A renewal that could not be rendered does not count.
  const { body: failed } = await laurel.call(`/certificates/${reminded.id}/renew`, { key: tenant.key, body: renewal });
  await laurel.rendered(tenant.key, failed.id);
  await sql`update certificates set render_status = 'FAILED' where id = ${failed.id}`.execute(db());
  const later = new Date(Date.now() + 61 * DAY_MS);
  await runAt(later);
  await mailed('reminded@example.org');
  const silent = ['quiet', 'revoked', 'renewed'].map((name) => mailsTo(`${name}@example.org`));
  expect(silent).toEqual([[], [], []]);
  // A mail that is still to be composed leaves out a certificate that got another expiry.
  const { organisationId } = tenant;
  const { rows } = await sql<{ emailId: string; recipientId: string }>`select e.email_id, c.recipient_id
    from expiries e join certificates c on c.id = e.certificate_id where c.id = ${reminded.id}`.execute(db());
  const [key = { emailId: '', recipientId: '' }] = rows;
  const listed = async () => {
    const found = await readReminded({ ...laurel.installation.services, now: () => later }, { organisationId, ...key });
    return found.map((one) => one.id);
  };
  expect(await listed()).toEqual([reminded.id]);
  const body = { expiresAt: inDays(120), reason: 'Extended' };
  expect((await laurel.call(`/certificates/${reminded.id}/expiry`, { key: tenant.key, body })).status).toBe(200);
  expect(await listed()).toEqual([]);
});

test('more than 1,000 certificates of an organisation that expire at once are spread over an hour, others are not', async () => {
  const [many, few] = [await tenantWith(), await tenantWith()];
  const { id } = await issue(many, { expiresAt: inDays(90) });
  const other = await issue(few, { expiresAt: inDays(90) });
  await copyCertificate(laurel, many, { id, count: 3000 });
  const at = Date.now() + 91 * DAY_MS;
  const counted = async () => {
    const { rows } = await sql<{ number: number }>`select count(*)::int as number from events
      where organisation_id = ${many.organisationId} and type = 'certificate.expired'`.execute(db());
    return rows[0]?.number;
  };
  await runAt(new Date(at));
  expect(await counted()).toBe(1000);
  expect(await noticed(few, other.id, 2)).toEqual(['expiring', 'expired']);
  await runAt(new Date(at + 25 * 60_000));
  expect(await counted()).toBeGreaterThan(1800);
  await runAt(new Date(at + 60 * 60_000));
  await runAt(new Date(at + 120 * 60_000));
  expect(await counted()).toBe(3001);
});

const db = () => database(laurel.installation.services.em());

test('reconcile finds an event that is missing or there twice, a notice that SQL changed, and nothing else', async () => {
  const tenant = await tenantWith();
  const { id } = await issue(tenant, { expiresAt: inDays(40), awardedOn: '2020-01-01' });
  const move = { expiresAt: inDays(-3), reason: 'Ended' };
  await laurel.call(`/certificates/${id}/expiry`, { key: tenant.key, body: move });
  await noticed(tenant, id, 3);
  const { services } = laurel.installation;
  const found = async (change: RawBuilder<unknown>) => {
    const messages: string[] = [];
    await services
      .em()
      .transactional(async (em) => {
        await change.execute(database(em));
        const inside = { ...services, em: () => em };
        for await (const violations of expiryRowViolations(inside)) messages.push(...own(violations));
        messages.push(...own(await expiryViolations(inside)));
        throw new Error('rolled back');
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'));
    return messages;
  };
  const own = (violations: readonly Violation[]) =>
    violations.filter((one) => one.id === id).map(({ message }) => message);
  const row = sql`organisation_id = ${tenant.organisationId} and certificate_id = ${id}`;
  const changed = 'a row of expiries was changed outside Laurel';
  expect(await found(sql`select`)).toEqual([]);
  expect(await found(sql`delete from expiries where ${row}`)).toEqual(['the certificate expires and has no schedule']);
  expect(await found(sql`update expiries set expired_for = '{}' where ${row}`)).toContain(changed);
  expect(await found(sql`update expiries set mac = null where ${row}`)).toEqual([changed]);
  expect(
    await found(
      sql`update expiries set expired_for = '{}', expiring_for = '{}', mac = null, due_at = null where ${row}`,
    ),
  ).toEqual([
    'the certificate has expired, and its event is missing',
    'certificate.expiring has 1 events, not 0',
    'certificate.expired has 1 events, not 0',
  ]);
});

test('members who want it get one digest a day, of everything that was reminded of', async () => {
  const tenant = await tenantWith({ daysBefore: [30] });
  const [reader, other] = ['reader@digest.example', 'other@digest.example'];
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, reader, 'owner'));
  const viewer = nativeClient(laurel, await sessionOf(laurel, tenant, other, 'viewer'));
  expect(await owner.members.digest.query()).toEqual({ isWanted: false });
  await owner.members.chooseDigest.mutate({ isWanted: true });
  expect(await owner.members.digest.query()).toEqual({ isWanted: true });
  const foreign = await tenantWith({ daysBefore: [30] });
  for (const one of [tenant, tenant, foreign]) await issue(one, { expiresAt: '2089-06-01' });
  await runAt(new Date('2089-05-04T10:00:00Z'));
  await hurry();
  const [mail] = await mailed(reader);
  expect(mail?.subject).toBe('2 certificates expire soon');
  expect(mail?.text).toContain('“Licence”: 2 certificates\n\nThe first is valid until 1 June 2089.');
  expect(mailsTo(other)).toEqual([]);
  await viewer.members.chooseDigest.mutate({ isWanted: true });
  await owner.session.chooseLanguage.mutate({ language: 'de' });
  await issue(tenant, { expiresAt: '2089-06-01' });
  await runAt(new Date('2089-05-04T12:00:00Z'));
  await runAt(new Date('2089-05-04T13:00:00Z'));
  await hurry();
  const [, next] = await mailed(reader, 2);
  expect(next?.subject).toBe('Ein Zertifikat läuft bald ab');
  expect(next?.text).toContain('Es ist gültig bis 1. Juni 2089.');
  // The first digest of a member has the last day, whatever others got.
  expect((await mailed(other))[0]?.subject).toBe('3 certificates expire soon');
  const { rows } = await sql<{ at: Date }>`select created_at as at from emails
    where organisation_id = ${tenant.organisationId} and kind = 'EXPIRY_DIGEST' order by created_at`.execute(db());
  expect(rows.map(({ at }) => at.toISOString())).toEqual([
    '2089-05-04T10:01:00.000Z',
    '2089-05-04T12:01:00.000Z',
    '2089-05-05T00:01:00.000Z',
  ]);
  const abroad = nativeClient(laurel, await sessionOf(laurel, foreign, reader, 'viewer'));
  await abroad.members.chooseDigest.mutate({ isWanted: true });
  expect(await owner.members.chooseDigest.mutate({ isWanted: false })).toEqual({ isWanted: false });
  expect(await owner.members.digest.query()).toEqual({ isWanted: false });
  // Each organisation has its own choice.
  expect(await abroad.members.digest.query()).toEqual({ isWanted: true });
});

test('the day of a digest is that of the organisation, and a digest counts what a mail takes along', async () => {
  const tenant = await tenantWith({ daysBefore: [30] });
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { timeZone: 'Pacific/Auckland' } });
  const reader = 'zone@digest.example';
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, reader, 'owner'));
  await owner.members.chooseDigest.mutate({ isWanted: true });
  const to = { recipientEmail: 'along@digest.example' };
  for (const expiresAt of ['2093-06-02', '2093-06-03']) await issue(tenant, { ...to, expiresAt });
  await issue(tenant, { expiresAt: '2093-06-03' });
  await runAt(new Date('2093-05-04T10:00:00Z'));
  await hurry();
  expect((await mailed(reader))[0]?.subject).toBe('2 certificates expire soon');
  await runAt(new Date('2093-05-04T13:00:00Z'));
  const { rows } = await sql<{ at: Date }>`select created_at as at from emails
    where organisation_id = ${tenant.organisationId} and kind = 'EXPIRY_DIGEST' order by created_at`.execute(db());
  expect(rows.map(({ at }) => at.toISOString())).toEqual(['2093-05-04T10:01:00.000Z', '2093-05-04T13:01:00.000Z']);
});

test('a digest names ten templates, those with the most certificates first', async () => {
  const tenant = await tenantWith({ daysBefore: [30] });
  const reader = 'many@digest.example';
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, reader, 'owner'));
  await owner.members.chooseDigest.mutate({ isWanted: true });
  for (let number = 1; number <= 11; number++) {
    const design = { ...DESIGN, name: `Course ${number}`, reminders: { daysBefore: [30] } };
    const { id: templateId } = await importTemplate(laurel.context(tenant), design);
    for (let count = 0; count < (number === 11 ? 2 : 1); count++)
      await issue({ ...tenant, templateId }, { expiresAt: `2095-06-${10 + number}` });
  }
  await runAt(new Date('2095-05-30T10:00:00Z'));
  await hurry();
  const [mail] = await mailed(reader);
  expect(mail?.subject).toBe('12 certificates expire soon');
  const named = mail?.text?.match(/“Course \d+”: \d+ certificates?/g);
  expect(named?.[0]).toBe('“Course 11”: 2 certificates');
  expect(named).toHaveLength(10);
});

/** Returns the address in a mail's header by which mail programs unsubscribe. */
function unsubscribeOf({ headerLines }: { headerLines: readonly { key: string; line: string }[] }): string {
  const of = (name: string) => headerLines.find(({ key }) => key === name)?.line;
  expect(of('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  return /^List-Unsubscribe: <(http\S+)>$/.exec(of('list-unsubscribe') ?? '')?.[1] ?? '';
}
const oneClick = (
  url: string,
  body: FormData | URLSearchParams = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
) => fetch(url, { method: 'POST', body, headers: { Origin: 'https://mail.example' } });

test('a recipient stops the reminders of one organisation by one click, and asks for them again on the page', async () => {
  const reminders = { daysBefore: [30, 20, 10] };
  const [tenant, other] = [await tenantWith(reminders), await tenantWith(reminders)];
  const to = 'stopping@example.org';
  const at = (day: string) => new Date(`2091-${day}T10:00:00Z`);
  for (const one of [tenant, other]) await issue(one, { expiresAt: '2091-06-01', recipientEmail: to });
  await runAt(at('05-03'));
  const mails = await mailed(to, 2);
  const links = mails.map(unsubscribeOf);
  const mail = mails.find(({ text }) => text?.includes(links[0] ?? ''));
  expect(mail?.text).toContain(`Stop these reminders:\n${links[0]}`);
  // A scanner that follows the link changes nothing.
  for (const url of links) expect((await fetch(url)).status).toBe(200);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await oneClick(links[0] ?? '', form)).status).toBe(200);
  expect((await oneClick(links[0] ?? '')).status).toBe(200);
  await runAt(at('05-13'));
  await mailed(to, 3);
  expect(unsubscribeOf(mailsTo(to)[2] as never)).toBe(links[1]);
  const page = await (await fetch(`${links[0]}&lang=de`)).text();
  expect(page).toContain('Sie erhalten diese E-Mails nicht mehr');
  await oneClick(links[0] ?? '', new URLSearchParams({ again: '1' }));
  await runAt(at('05-23'));
  expect((await mailed(to, 5)).map(unsubscribeOf).filter((url) => url === links[0])).toHaveLength(2);
  const changed = [
    `${links[0]}A`,
    `${links[0]?.slice(0, -1)}`,
    `${laurel.url}/unsubscribe`,
    `${laurel.url}/unsubscribe?code=%00`,
  ];
  for (const url of changed) expect((await oneClick(url)).status, url).toBe(410);
  const { rows } = await sql<{ action: string }>`select action from audit_entries where actor_id = 'recipient'
    and action like 'reminders.%' order by id`.execute(db());
  expect(rows.map(({ action }) => action)).toEqual(['reminders.stop', 'reminders.resume']);
});

test('a member stops the digest by one click without signing in, and a former member’s link ends', async () => {
  const tenant = await tenantWith({ daysBefore: [30] });
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'boss@unsubscribe.example', 'owner'));
  const reader = nativeClient(laurel, await sessionOf(laurel, tenant, 'reader@unsubscribe.example', 'viewer'));
  await reader.members.chooseDigest.mutate({ isWanted: true });
  await issue(tenant, { expiresAt: '2093-06-01' });
  await runAt(new Date('2093-05-04T10:00:00Z'));
  await hurry();
  const [mail] = await mailed('reader@unsubscribe.example');
  const url = unsubscribeOf(mail as never);
  await fetch(url);
  expect(await reader.members.digest.query()).toEqual({ isWanted: true });
  expect((await oneClick(url)).status).toBe(200);
  expect(await reader.members.digest.query()).toEqual({ isWanted: false });
  const { members } = await owner.members.list.query();
  const userId = members.find(({ email }) => email === 'reader@unsubscribe.example')?.userId ?? '';
  await owner.members.remove.mutate({ userId });
  expect((await oneClick(url, new URLSearchParams({ again: '1' }))).status).toBe(410);
});

/** Makes mails that wait for a later time due. */
const hurry = () => sql`update laurel_mails._private_jobs set run_at = now() where run_at > now()`.execute(db());
