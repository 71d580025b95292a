import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listAll } from '../../client/pages.ts';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { runExpiriesOfSandboxes } from '../../domain/expiry/run-sandbox.ts';
import { cleanUpSandboxes } from '../../domain/sandbox/clean-up.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { sandboxOf } from '../../domain/shared/ids.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { verifyFile } from '../../verifier/verify.ts';
import { OFFLINE } from '../../verifier/web.ts';
import { operate } from '../support/command.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { pdfiumText } from '../support/pdfium-text.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { photograph, uploadPicture } from '../support/portraits.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let laurel: Laurel;
let tenant: Tenant;
let testKey: string;
beforeAll(async () => {
  laurel = await Laurel.start();
  tenant = await laurel.tenant({ credits: 10 });
  testKey = await keyOf(tenant);
});

async function keyOf(of: Tenant): Promise<string> {
  const sandbox = await openSandbox(laurel.context(of));
  const { key } = await createApiKey(sandbox, {
    name: 'test',
    scopes: [
      'templates:write',
      'certificates:write',
      'certificates:revoke',
      'organisation:write',
      'credits:read',
      'events:read',
    ],
  });
  return key;
}

const issue = (body: object = {}, key = testKey) =>
  laurel.call('/certificates', { key, body: { templateId: tenant.templateId, variables: VARIABLES, ...body } });

async function issued(body: object = {}) {
  const { status, body: made } = await issue(body);
  if (status !== 201) throw new Error(JSON.stringify(made));
  return laurel.rendered(testKey, made.id);
}

const asTest = (path: string, body?: unknown) =>
  laurel.call(path, { key: testKey, ...(body !== undefined && { body }) });

test('a test key issues from live templates without live credits, and each side sees its own certificates only', async () => {
  expect(testKey).toMatch(/^svc_test_[0-9A-Za-z]{38}$/);
  const made = await issued();
  expect(made).toMatchObject({ test: true, status: 'GENERATED', renderStatus: 'COMPLETED' });
  expect((await laurel.call(`/certificates/${made.id}`, { key: tenant.key })).status).toBe(404);
  expect((await laurel.call('/certificates', { key: tenant.key })).body.certificates).toEqual([]);
  expect((await laurel.call('/events?types=certificate.issued', { key: tenant.key })).body.events).toEqual([]);
  expect((await laurel.call('/credits', { key: tenant.key })).body.balance).toBe(10);
  expect((await asTest('/credits')).body.balance).toBe(999_999);
  const { body: live } = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId: tenant.templateId, variables: VARIABLES },
  });
  expect(await laurel.rendered(tenant.key, live.id)).toMatchObject({ test: false });
  expect((await asTest(`/certificates/${live.id}`)).status).toBe(404);
});

test('a test certificate is never valid, has a DID of its own, and is not logged', async () => {
  const made = await issued();
  const { body } = await laurel.call(`/verify/${made.verificationHash}`);
  expect(body).toMatchObject({ valid: false, test: true, integrityVerified: true });
  const credential = JSON.parse(await (await fetch(made.credentialUrl)).text());
  const { organisationId } = tenant;
  expect(credential.issuer.id).not.toContain(organisationId);
  const sandboxId = sandboxOf(organisationId);
  expect(credential.issuer.id).toContain(sandboxId);
  const documentOf = async (id: string) => (await fetch(`${laurel.url}/issuers/${id}/did.json`)).text();
  const [, keyId = '?'] = credential.proof[0].verificationMethod.split('#');
  expect(await documentOf(sandboxId)).toContain(keyId);
  expect(await documentOf(organisationId)).not.toContain(keyId);
  for (const path of ['laurel.json', 'jwks.json']) {
    const trusted = await (await fetch(`${laurel.url}/.well-known/${path}`)).text();
    expect([path, trusted.includes(sandboxId), trusted.includes(keyId)]).toEqual([path, false, false]);
  }
  const db = database(laurel.installation.services.em());
  const statements = await db.selectFrom('seals').selectAll().where('organisationId', '=', sandboxId).execute();
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter(({ logIndex }) => logIndex !== null)).toEqual([]);
});

test('its page says that it is a test, in the language of its reader, and laurel-verify does, too', async () => {
  const made = await issued({ recipientEmail: 'ada@sandbox.example' });
  const pageIn = async (language: string) =>
    (await fetch(`${laurel.url}/verify/${made.verificationHash}`, { headers: { 'Accept-Language': language } })).text();
  expect(await pageIn('en')).toContain('This is a test certificate.');
  expect(await pageIn('de')).toContain('Dies ist ein Testzertifikat.');
  expect(await pageIn('en')).not.toContain('This certificate is valid');
  const pdf = new Uint8Array(await (await fetch(made.pdfUrl)).arrayBuffer());
  const { outcome, checks } = await verifyFile(pdf, {
    trust: null,
    foundAt: null,
    web: OFFLINE,
    head: null,
    now: new Date(),
  });
  expect(outcome).toBe('failed');
  expect(checks.find(({ check }) => check === 'credential')).toMatchObject({ outcome: 'failed', reason: 'test' });
});

test('its PDF and picture are marked, in the language of the certificate', async () => {
  const [plain, spanish] = [await issued(), await issued({ language: 'es' })];
  const live = await laurel.issue(tenant);
  const textOf = async (address: string) =>
    (await pdfiumText(new Uint8Array(await (await fetch(address)).arrayBuffer()))).replaceAll(/\s/g, '');
  expect(await textOf(plain.pdfUrl)).toContain('TEST');
  expect(await textOf(spanish.pdfUrl)).toContain('PRUEBA');
  expect(await textOf(live.pdfUrl)).not.toContain('TEST');
});

test('what is shared with the live organisation is read, and a change is refused', async () => {
  expect((await asTest('/templates')).body.templates.map(({ id }: { id: string }) => id)).toEqual([tenant.templateId]);
  expect((await asTest('/organisation')).body).toMatchObject({ organizationName: tenant.name });
  const refused = await laurel.call('/organisation', { key: testKey, method: 'PUT', body: { brandColor: '#123456' } });
  expect(refused).toMatchObject({ status: 409, body: { reason: 'live_only', error: { code: 'CONFLICT' } } });
  expect(await asTest('/templates', {})).toMatchObject({ status: 409, body: { reason: 'live_only' } });
  // A choice of a person is no change of the organisation.
  const headers = await sessionOf(laurel, tenant, 'reader@shared.example', 'viewer');
  const inTest = nativeClient(laurel, { ...headers, 'X-Laurel-Organisation': sandboxOf(tenant.organisationId) });
  for (const isWanted of [true, false]) {
    await inTest.members.chooseDigest.mutate({ isWanted });
    expect(await nativeClient(laurel, headers).members.digest.query()).toEqual({ isWanted });
  }
  const live = await laurel.call('/test/clock', { key: tenant.key, body: { now: '2040-01-01' } });
  expect(live).toMatchObject({ status: 409, body: { reason: 'test_only' } });
});

test('credits are set, so that a refusal can be tried', async () => {
  expect((await asTest('/test/credits', { balance: 1 })).body).toEqual({ balance: 1 });
  expect((await issue()).status).toBe(201);
  expect(await issue()).toMatchObject({ status: 403, body: { credits: { current: 0, required: 1 } } });
  expect((await asTest('/test/credits', { balance: 5000 })).body).toEqual({ balance: 5000 });
  expect((await asTest('/test/credits', { balance: -1 })).status).toBe(400);
});

test('mails are kept, with the outcomes that their recipients ask for', async () => {
  const states = {
    'delivered@test.laurel': 'DELIVERED',
    'bounced@test.laurel': 'BOUNCED',
    'failed@test.laurel': 'FAILED',
  };
  const mailed = await Promise.all(
    ['ada@sandbox.example', ...Object.keys(states)].map((recipientEmail) => issue({ recipientEmail, sendEmail: true })),
  );
  const statusOf = async (index: number) =>
    (await asTest(`/certificates/${mailed[index]?.body.id}`)).body.emailStatus as string;
  const ended = (status: string) => !['QUEUED', 'SENDING'].includes(status);
  await waitFor(
    'the first mail',
    () => statusOf(0),
    (status) => status === 'SENT',
  );
  for (const [index, expected] of Object.values(states).entries())
    await waitFor(
      `${expected}`,
      () => statusOf(index + 1),
      (status) => ended(status) && status === expected,
    );
  const { mails } = (await asTest('/test/mails')).body;
  expect(mails.map(({ to }: { to: string }) => to).sort()).toEqual([
    'ada@sandbox.example',
    'bounced@test.laurel',
    'delivered@test.laurel',
  ]);
  expect(mails[0]).toMatchObject({ html: expect.stringContaining(tenant.name), text: expect.any(String) });
  const { events } = (await asTest('/events?types=certificate.bounced')).body;
  expect(events).toHaveLength(1);
});

test('mails of a test do not count for their mailbox outside test mode, whatever its clock', async () => {
  const own = await laurel.tenant();
  const test = await keyOf(own);
  const body = { templateId: own.templateId, variables: VARIABLES, recipientEmail: 'limited@sandbox.example' };
  const senderWith = async (key: string) => {
    const { id } = (await laurel.call('/certificates', { key, body })).body;
    await laurel.rendered(key, id);
    return async () => (await laurel.call(`/certificates/${id}/email`, { key, method: 'POST' })).status;
  };
  const [sendLive, sendTest] = [await senderWith(own.key), await senderWith(test)];
  const send = (sender: typeof sendLive, times: number) => Array.fromAsync({ length: times }, sender);
  expect(await send(sendLive, 6)).toEqual([...Array(5).fill(200), 429]);
  const now = new Date(Date.now() + DAY_MS).toISOString();
  expect((await laurel.call('/test/clock', { key: test, body: { now } })).status).toBe(200);
  expect(await send(sendTest, 6)).toEqual([...Array(5).fill(200), 429]);
  expect(await sendLive()).toBe(429);
});

test('kept mails are listed in pages, newest first, and the page that stops reminders names the organisation', async () => {
  const own = await laurel.tenant();
  const key = await keyOf(own);
  const box = { x: 10, y: 10, width: 280, height: 40 };
  const { id: templateId } = await importTemplate(laurel.context(own), {
    ...{ name: 'Licence', recipientNameVariable: 'name', page: { width: 300, height: 200 } },
    elements: [{ type: 'text', ...box, text: '{{name}}', font: 'Inter', size: 12 }],
    reminders: { daysBefore: [30] },
  });
  const mails = async (query = '') => (await laurel.call(`/test/mails${query}`, { key })).body;
  const kept = (count: number) => waitFor(`${count} kept mails`, mails, (page) => page.mails.length === count);
  const expiresAt = new Date(Date.now() + 60 * DAY_MS).toISOString();
  const recipient = { recipientEmail: 'ada@sandbox.example', sendEmail: true, expiresAt };
  const issuing = { templateId, variables: { name: 'Ada' }, ...recipient };
  const { id } = (await laurel.call('/certificates', { key, body: issuing })).body;
  await laurel.rendered(key, id);
  await kept(1);
  const now = new Date(Date.now() + 40 * DAY_MS).toISOString();
  await laurel.call('/test/clock', { key, body: { now } });
  const [reminder, first] = (await kept(2)).mails;
  expect([reminder.subject, first.subject]).toEqual([expect.stringContaining('valid until'), expect.any(String)]);
  // Each has its time by the clock of test mode, which stops on its way when a reminder is due.
  const due = new Date(Date.now() + 29 * DAY_MS).toISOString();
  expect([first.createdAt < due, reminder.createdAt >= due]).toEqual([true, true]);
  const page = await mails('?limit=1');
  expect([page.mails, (await mails(`?limit=1&cursor=${page.nextCursor}`)).mails]).toEqual([[reminder], [first]]);
  const [stop = ''] = /\/unsubscribe\?code=\S+/.exec(reminder.text) ?? [];
  expect(await (await fetch(`${laurel.url}${stop}`)).text()).toContain(own.name);
});

test('a member gets a kept mail at their own address, unless it was changed by SQL', async () => {
  const mailbox = await Mailbox.start();
  const mailed = await Laurel.start({ SMTP_URL: mailbox.url });
  const other = await mailed.tenant({ credits: 10 });
  const headers = await sessionOf(mailed, other, 'member@kept.example', 'viewer');
  const live = nativeClient(mailed, headers);
  const { organisationId } = await live.testMode.open.mutate();
  const inTest = nativeClient(mailed, { ...headers, 'X-Laurel-Organisation': organisationId });
  const sandbox = { ...mailed.context(other), organisationId };
  const { key } = await createApiKey(sandbox, { name: 'test', scopes: ['certificates:write'] });
  const body = {
    templateId: other.templateId,
    variables: VARIABLES,
    recipientEmail: 'ada@kept.example',
    sendEmail: true,
  };
  expect((await mailed.call('/certificates', { key, body })).status).toBe(201);
  const [kept] = await waitFor(
    'the kept mail',
    async () => (await inTest.testMode.mails.query({})).mails,
    (mails) => mails.length === 1,
  );
  const id = kept?.id ?? '';
  expect(await inTest.testMode.sendMail.mutate({ id })).toEqual({ sentTo: 'member@kept.example' });
  const [mail] = await mailbox.wait(1);
  expect(mail && recipientsOf(mail)).toEqual(['member@kept.example']);
  expect(mail).toMatchObject({ subject: kept?.subject, text: expect.stringContaining('/verify/') });
  // The pictures of the mail are parts again.
  expect(kept?.html).toContain('data:image/jpeg');
  expect(mail?.attachments.map(({ contentType, related }) => [contentType, related])).toContainEqual([
    'image/jpeg',
    true,
  ]);

  const refused = { data: { reason: 'test_only' } };
  await expect(live.testMode.sendMail.mutate({ id })).rejects.toMatchObject(refused);
  const unknown = { data: { code: 'NOT_FOUND' } };
  await expect(inTest.testMode.sendMail.mutate({ id: crypto.randomUUID() })).rejects.toMatchObject(unknown);
  await mailed.installation.services.em().execute(`update captured_mails set html = html || '!'`);
  const forged = { data: { code: 'INTERNAL_ERROR' } };
  await expect(inTest.testMode.sendMail.mutate({ id })).rejects.toMatchObject(forged);
  expect(mailbox.mails).toHaveLength(1);
});

test('a value makes a rendering fail, and gives the credit back', async () => {
  const before = (await asTest('/credits')).body.balance;
  const failed = await issued({ variables: { ...VARIABLES, course: 'fail@test.laurel' } });
  expect(failed.renderStatus).toBe('FAILED');
  expect((await asTest('/credits')).body.balance).toBe(before);
});

test('the clock goes forward only, and what is due happens in its order before the answer', async () => {
  const expiresAt = new Date(Date.now() + 400 * DAY_MS).toISOString();
  const made = await issued({ expiresAt });
  const target = new Date(Date.now() + 500 * DAY_MS);
  expect((await asTest('/test/clock', { now: target.toISOString() })).body).toEqual({
    now: expect.stringContaining(target.toISOString().slice(0, 10)),
  });
  const { events } = (await asTest('/events?types=certificate.expiring,certificate.expired')).body;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['certificate.expiring', 'certificate.expired']);
  const [expiring, expired] = events.map(({ createdAt }: { createdAt: string }) => Date.parse(createdAt));
  expect(Math.abs(expired - Date.parse(expiresAt))).toBeLessThan(10_000);
  expect(expired - expiring).toBeGreaterThan(29 * DAY_MS);
  expect((await asTest(`/certificates/${made.id}`)).body.status).toBe('EXPIRED');
  expect((await laurel.call(`/verify/${made.verificationHash}`)).body.certificate.status).toBe('EXPIRED');
  const later = await issue();
  expect(Date.parse(later.body.createdAt)).toBeGreaterThan(target.getTime() - 1000);
  const recipients = [{ variables: VARIABLES }];
  const { batchId } = (await asTest('/batches', { templateId: tenant.templateId, recipients })).body;
  const { createdAt, completedAt } = await laurel.completed(testKey, batchId);
  const durationMs = Date.parse(completedAt) - Date.parse(createdAt);
  expect(durationMs).toBeGreaterThan(0);
  const { body: completed } = await asTest('/events?types=batch.completed');
  expect(completed.events).toMatchObject([{ data: { batchId, durationMs } }]);
  expect(await asTest('/test/clock', { now: new Date().toISOString() })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'now', code: 'clock_set_back' }] },
  });
  expect((await asTest('/test/clock', { now: '9999-01-01' })).body.details[0].code).toBe('too_late');
  // A later expiry is noticed when the time of the sandbox gets there, long before that of the installation.
  const { id: next } = await issued({ expiresAt: new Date(target.getTime() + 60 * DAY_MS).toISOString() });
  const { services } = laurel.installation;
  // The first run only notes when it is due.
  await runExpiriesOfSandboxes(services);
  await sql`update sandbox_clocks set ahead_ms = ahead_ms + ${61 * DAY_MS}::bigint
    where organisation_id = ${sandboxOf(tenant.organisationId)}`.execute(database(services.em()));
  await runExpiriesOfSandboxes(services);
  const ended = (await asTest('/events?types=certificate.expired')).body.events;
  expect(ended.map(({ data }: { data: { certificateId: string } }) => data.certificateId)).toContain(next);
  // The live organisation keeps its time.
  const live = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId: tenant.templateId, variables: VARIABLES, dryRun: true },
  });
  expect(Math.abs(Date.parse(live.body.createdAt) - Date.now())).toBeLessThan(60_000);
});

test('a live series of numbers counts apart in the sandbox, from its start and by the clock of the sandbox', async () => {
  const own = await laurel.tenant();
  const key = await keyOf(own);
  const named = ['--name', 'Diplomas', '--pattern', '{YYYY}/{##}', '--start', '7', '--reset', 'yearly'];
  const created = await operate(laurel, 'number-series', 'create', '--organisation', own.organisationId, ...named);
  expect(created.code).toBe(0);
  const { id: templateId } = await importTemplate(laurel.context(own), {
    ...{ name: 'Licence', recipientNameVariable: 'name', page: { width: 300, height: 200 } },
    elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, text: '{{name}}', font: 'Inter', size: 12 }],
    numbering: { series: 'Diplomas' },
  });
  const numberWith = async (of: string): Promise<string> =>
    (await laurel.call('/certificates', { key: of, body: { templateId, variables: { name: 'Ada' } } })).body.number;
  const first = await numberWith(key);
  const year = Number(first.slice(0, 4));
  expect([first, await numberWith(key), await numberWith(own.key)]).toEqual([
    ...[`${year}/07`, `${year}/08`, `${year}/07`],
  ]);
  await laurel.call('/test/clock', { key, body: { now: `${year + 1}-06-01T12:00:00Z` } });
  expect([await numberWith(key), await numberWith(own.key)]).toEqual([`${year + 1}/07`, `${year}/08`]);
});

test('a reset empties the sandbox, and the live organisation keeps everything', async () => {
  const live = await laurel.issue(tenant);
  const made = await issued();
  const { body } = await laurel.call('/test/reset', { key: testKey, method: 'POST' });
  expect(body.deleted).toBeGreaterThan(0);
  expect((await asTest('/certificates')).body.certificates).toEqual([]);
  expect((await asTest('/test/mails')).body.mails).toEqual([]);
  expect((await asTest('/events')).body.events).toEqual([]);
  expect((await asTest('/credits')).body.balance).toBe(1_000_000);
  expect((await laurel.call(`/verify/${made.verificationHash}`)).status).toBe(404);
  expect((await laurel.call(`/verify/${live.verificationHash}`)).body.valid).toBe(true);
  const again = await issued();
  expect(Math.abs(Date.parse(again.createdAt) - Date.now())).toBeLessThan(60_000);
  await waitFor(
    'the end of the files',
    async () => (await fetch(made.pdfUrl)).status,
    (status) => status === 404 || status === 410,
  );
});

test('after a reset, the audit log and the ledger begin with what happened last', async () => {
  const own = await laurel.tenant();
  const key = await keyOf(own);
  const { organisationId } = await openSandbox(laurel.context(own));
  const person = await sessionOf(laurel, own, 'owner@reset.example', 'owner');
  const { audit, credits } = nativeClient(laurel, { ...person, 'X-Laurel-Organisation': organisationId });
  const now = new Date(Date.now() + 300 * DAY_MS).toISOString();
  expect((await laurel.call('/test/clock', { key, body: { now } })).status).toBe(200);
  await laurel.call('/certificates', { key, body: { templateId: own.templateId, variables: VARIABLES } });
  expect((await laurel.call('/test/reset', { key, method: 'POST' })).status).toBe(200);
  await laurel.call('/certificates', { key, body: { templateId: own.templateId, variables: VARIABLES } });
  const actions = await Array.fromAsync(listAll(audit.list, { limit: 1 }), ({ action }) => action);
  expect(actions).toEqual(['testMode.reset', 'testMode.setClock']);
  const ledger = await Array.fromAsync(listAll(credits.ledger, { limit: 1 }));
  expect(ledger.map(({ kind }) => kind)).toEqual(['DEBIT', 'GRANT', 'DEBIT', 'GRANT']);
  // The first of them is from before the reset, in the future.
  expect(ledger.map(({ createdAt }) => createdAt > new Date(Date.now() + DAY_MS).toISOString())).toEqual([
    ...[false, false, true, false],
  ]);
});

test('the figures after a reset count what was issued since', async () => {
  const own = await laurel.tenant();
  const key = await keyOf(own);
  const { organisationId } = await openSandbox(laurel.context(own));
  const person = await sessionOf(laurel, own, 'figures@reset.example', 'viewer');
  const { statistics } = nativeClient(laurel, { ...person, 'X-Laurel-Organisation': organisationId });
  const issueOne = () =>
    laurel.call('/certificates', { key, body: { templateId: own.templateId, variables: VARIABLES } });
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const ofDays = async () => sum((await statistics.overview.query()).days.map(({ count }) => count));
  const ofMonths = async () => sum((await statistics.figures.query({})).months.map(({ issued }) => issued));
  const move = (days: number) =>
    laurel.call('/test/clock', { key, body: { now: new Date(Date.now() + days * DAY_MS).toISOString() } });
  await issueOne();
  await issueOne();
  await move(20);
  expect(await ofDays()).toBe(2);
  await move(70);
  expect(await ofMonths()).toBe(2);
  expect((await laurel.call('/test/reset', { key, method: 'POST' })).status).toBe(200);
  expect([await ofDays(), await ofMonths()]).toEqual([0, 0]);
  await issueOne();
  expect([await ofDays(), await ofMonths()]).toEqual([1, 1]);
});

test('a reset leaves rows in the tables of settings and logs only', async () => {
  const own = await laurel.tenant();
  const key = await keyOf(own);
  const { organisationId } = await openSandbox(laurel.context(own));
  const db = database(laurel.installation.services.em());
  const { templateId } = own;
  const recipient = { variables: VARIABLES, recipientEmail: 'a@reset.example', tags: ['a'] };
  const headers = { 'Idempotency-Key': 'reset' };
  const { id } = (await laurel.call('/certificates', { key, headers, body: { templateId, ...recipient } })).body;
  const { verificationHash } = await laurel.rendered(key, id);
  await laurel.call(`/verify/${verificationHash}`);
  const batch = { templateId, recipients: [recipient], sendEmail: true };
  await laurel.completed(key, (await laurel.call('/batches', { key, body: batch })).body.batchId);
  await uploadPicture(laurel, key, await photograph('#246'));
  await sql`insert into reminder_stops (organisation_id, recipient_id, created_at, mac)
    select organisation_id, id, now(), '' from recipients where organisation_id = ${organisationId}`.execute(db);
  const filled = async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'organisation_id' and table_type = 'BASE TABLE'`.execute(db);
    const counts = rows.map(async ({ name }) => {
      const found = await sql`select from ${sql.table(name)} where organisation_id = ${organisationId} limit 1`.execute(
        db,
      );
      return found.rows.length > 0 ? [name] : [];
    });
    return (await Promise.all(counts)).flat().sort();
  };
  const emptied = [
    ...['assets', 'batches', 'captured_mails', 'certificates', 'events', 'idempotency_keys', 'recipients'],
    ...['reminder_stops', 'render_turns', 'template_usage', 'verification_days'],
  ];
  await waitFor('rows in many tables', filled, (names) => emptied.every((name) => names.includes(name)));
  expect((await laurel.call('/test/reset', { key, method: 'POST' })).status).toBe(200);
  expect(await filled()).toEqual([
    ...['api_keys', 'audit_entries', 'audit_heads', 'credit_balances', 'credit_entries', 'event_heads'],
    'import_allowances',
  ]);
});

test('concurrent moves of the clock leave it at the latest time', async () => {
  const key = await keyOf(await laurel.tenant());
  for (let round = 1; round <= 3; round++) {
    const days = [9, 1, 5, 2, 8, 3].map((day) => new Date(Date.now() + (round * 10 + day) * 86_400_000));
    await Promise.all(days.map((now) => laurel.call('/test/clock', { key, body: { now: now.toISOString() } })));
    const { now } = (await laurel.call('/test/clock', { key })).body;
    expect(Date.parse(now)).toBeGreaterThanOrEqual(days[0]?.getTime() ?? 0);
  }
});

test('a move of the clock starts the retries of a webhook that are due until then, and a mail reports that it is disabled', async () => {
  const receiver = await Receiver.start((response) => response.writeHead(500).end());
  const sandbox = await openSandbox(laurel.context(tenant));
  await createWebhook(sandbox, { name: 'W', url: receiver.url, events: ['certificate.issued'], retry: 'day' });
  await issue();
  const nextIn = async () => {
    const { rows } = await sql<{ wait: number }>`select extract(epoch from run_at - now())::float8 as wait
      from laurel_webhooks._private_jobs
      where payload->>'organisationId' = ${sandbox.organisationId} and is_available`.execute(
      database(laurel.installation.services.em()),
    );
    return rows[0]?.wait ?? 0;
  };
  const moveBy = async (minutes: number) => {
    const { now } = (await asTest('/test/clock')).body;
    await asTest('/test/clock', { now: new Date(Date.parse(now) + minutes * 60_000).toISOString() });
  };
  await waitFor('the wait of 30 s for the fourth attempt', nextIn, (seconds) => seconds > 20);
  await moveBy(1);
  await receiver.wait(4);
  const wait = await waitFor('the wait of 5 min for the fifth attempt', nextIn, (seconds) => seconds > 200);
  await moveBy(1);
  const moved = wait - (await nextIn());
  expect(moved).toBeGreaterThanOrEqual(60);
  expect(moved).toBeLessThan(120);
  // The members of the live organisation read the mail.
  await sessionOf(laurel, tenant, 'owner@disabled.example', 'owner');
  await sql`update webhooks set failing_since = now() - interval '6 days'
    where organisation_id = ${sandbox.organisationId}`.execute(database(laurel.installation.services.em()));
  await moveBy(5);
  const mails = async (): Promise<{ to: string; subject: string }[]> => (await asTest('/test/mails')).body.mails;
  const isOff = ({ to, subject }: { to: string; subject: string }) =>
    to === 'owner@disabled.example' && subject === 'The webhook “W” is off';
  await waitFor('the mail', mails, (kept) => kept.some(isOff));
});

test('a move of the clock that was interrupted and repeated starts the retries of a webhook that are due until then', async () => {
  const own = await laurel.tenant();
  const key = await keyOf(own);
  const db = database(laurel.installation.services.em());
  const receiver = await Receiver.start((response) => response.writeHead(500).end());
  const sandbox = await openSandbox(laurel.context(own));
  const { organisationId } = sandbox;
  await createWebhook(sandbox, { name: 'W', url: receiver.url, events: ['certificate.issued'], retry: 'day' });
  const noticeAt = Date.now() + DAY_MS;
  const expiresAt = new Date(noticeAt + 30 * DAY_MS).toISOString();
  await issue({ templateId: own.templateId, expiresAt }, key);
  const waits = async () => {
    const { rows } = await sql<{ wait: number }>`select extract(epoch from run_at - now())::float8 as wait
      from laurel_webhooks._private_jobs where payload->>'organisationId' = ${organisationId} and is_available`.execute(
      db,
    );
    return rows[0]?.wait ?? 0;
  };
  await waitFor('the wait of 30 s for the fourth attempt', waits, (seconds) => seconds > 20);
  // The clock stops at the notice on its way.
  const now = new Date(noticeAt + 10_000).toISOString();
  const move = async () => (await laurel.call('/test/clock', { key, body: { now } })).status;
  await sql
    .raw(`alter table sandbox_clocks add constraint at_the_notice
    check (organisation_id <> '${organisationId}' or ahead_ms < ${noticeAt + 5000 - Date.now()})`)
    .execute(db);
  expect(await move()).toBe(500);
  await sql`alter table sandbox_clocks drop constraint at_the_notice`.execute(db);
  expect(await move()).toBe(200);
  const rest = await waits();
  expect(rest <= 0 || receiver.received.length > 3).toBe(true);
});

test('what is older than 90 days is deleted with its files, in sandboxes only', async () => {
  const mailed = (name: string) => issued({ recipientEmail: `${name}@days.example`, sendEmail: true });
  const [old, recent, live] = [await mailed('old'), await mailed('recent'), await laurel.issue(tenant)];
  const mails = async () => {
    const { body } = await asTest('/test/mails?limit=100');
    return body.mails.map(({ to }: { to: string }) => to).filter((to: string) => to.endsWith('@days.example'));
  };
  await waitFor('both mails', mails, ({ length }) => length === 2);
  const batch = { templateId: tenant.templateId, recipients: [{ variables: VARIABLES }] };
  const batches: string[] = [];
  for (let count = 0; count < 2; count++) batches.push((await asTest('/batches', batch)).body.batchId);
  for (const id of batches) await laurel.completed(testKey, id);
  const db = database(laurel.installation.services.em());
  for (const [days, ids, name, batchId] of [
    [91, [old.id, live.id], 'old', batches[0]],
    [89, [recent.id], 'recent', batches[1]],
  ] as const) {
    const time = sql`now() - ${`${days} days`}::interval`;
    await sql`update certificates set created_at = ${time} where id = any(${ids}::uuid[])`.execute(db);
    await sql`update captured_mails set created_at = ${time} where recipient = ${`${name}@days.example`}`.execute(db);
    await sql`update batches set created_at = ${time} where id = ${batchId}`.execute(db);
  }
  await cleanUpSandboxes(laurel.installation.services);
  expect((await asTest(`/certificates/${old.id}`)).status).toBe(404);
  expect((await asTest(`/certificates/${recent.id}`)).status).toBe(200);
  expect((await laurel.call(`/certificates/${live.id}`, { key: tenant.key })).status).toBe(200);
  expect(await mails()).toEqual(['recent@days.example']);
  const { rows } = await sql<{ id: string }>`select id from batches where id = any(${batches}::uuid[])`.execute(db);
  expect(rows).toEqual([{ id: batches[1] }]);
  await waitFor(
    'the end of its files',
    async () => (await fetch(old.pdfUrl)).status,
    (status) => status === 404 || status === 410,
  );
});

test('recipients and uses of templates end with the last certificate that a sandbox has deleted', async () => {
  const own = await laurel.tenant();
  const key = await keyOf(own);
  const other = await laurel.tenant();
  const issueTo = async (name: string, of: string, templateId = own.templateId) => {
    const recipientEmail = `${name}@ends.example`;
    const { body } = await laurel.call('/certificates', {
      key: of,
      body: { templateId, variables: VARIABLES, recipientEmail },
    });
    return body.id as string;
  };
  const old = [await issueTo('a', key), await issueTo('b', key), await issueTo('a', other.key, other.templateId)];
  await issueTo('b', key);
  await issueTo('c', key);
  const db = database(laurel.installation.services.em());
  await sql`update certificates set created_at = now() - interval '91 days' where id = any(${old}::uuid[])`.execute(db);
  await cleanUpSandboxes(laurel.installation.services);
  const pageOf = async (of: string, query: string) => {
    const { recipients } = (await laurel.call(`/recipients?${query}`, { key: of })).body;
    return recipients.map(({ email }: { email: string }) => email);
  };
  expect(await pageOf(key, 'limit=2')).toEqual(['b@ends.example', 'c@ends.example']);
  expect(await pageOf(other.key, 'limit=2')).toEqual(['a@ends.example']);
  const { organisationId } = await openSandbox(laurel.context(own));
  const person = await sessionOf(laurel, own, 'uses@ends.example', 'viewer');
  const { certificates } = nativeClient(laurel, { ...person, 'X-Laurel-Organisation': organisationId });
  expect(await certificates.count.query({})).toEqual({ count: 2, isMore: false });
});

test('after a reset of the clock, a test key from its future is revoked and replaced permanently', async () => {
  const own = await laurel.tenant();
  const sandbox = await openSandbox(laurel.context(own));
  const key = await keyOf(own);
  const now = new Date(Date.now() + 300 * DAY_MS).toISOString();
  expect((await laurel.call('/test/clock', { key, body: { now } })).status).toBe(200);
  const person = await sessionOf(laurel, own, 'keys@reset.example', 'owner');
  const { apiKeys } = nativeClient(laurel, { ...person, 'X-Laurel-Organisation': sandbox.organisationId });
  const create = (name: string) => apiKeys.create.mutate({ name, scopes: ['certificates:write'] });
  const [revoked, replaced] = [await create('revoked'), await create('replaced')];
  expect((await laurel.call('/test/reset', { key, method: 'POST' })).status).toBe(200);
  const db = database(laurel.installation.services.em());
  const rowsOf = () =>
    db.selectFrom('api_keys').select(['id', 'revokedAt', 'mac']).where('id', 'in', [revoked.id, replaced.id]).execute();
  const before = await rowsOf();
  await apiKeys.revoke.mutate({ id: revoked.id });
  await apiKeys.rotate.mutate({ id: replaced.id });
  const { apiKeys: listed } = await apiKeys.list.query();
  const ended = listed.filter(({ id }) => id === revoked.id || id === replaced.id);
  expect(ended.map(({ createdAt, revokedAt }) => (revokedAt ?? '') > createdAt)).toEqual([true, true]);
  // The entries of the audit log end the keys even if SQL restores their rows.
  for (const { id, mac } of before)
    await sql`update api_keys set revoked_at = null, mac = ${mac} where id = ${id}`.execute(db);
  const statuses = [revoked, replaced].map(
    async (one) => (await laurel.call('/certificates', { key: one.key })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 401]);
});

test('only the newest 10,000 certificates of a sandbox are kept', async () => {
  const own = await laurel.tenant();
  const key = await keyOf(own);
  const [oldest, next] = [
    (await issue({ templateId: own.templateId }, key)).body.id,
    (await issue({ templateId: own.templateId }, key)).body.id,
  ];
  const { services } = laurel.installation;
  const same =
    sql.raw(`organisation_id, template_organisation_id, template_id, template_version, template_name, address,
    recipient_name, variables, nonce, created_at, awarded_on, time_zone, render_status, proof_salt, mac, file_key`);
  await sql`insert into certificates (id, verification_hash, ${same})
    select ('ffffffff-ffff-7fff-bfff-' || lpad(n::text, 12, '0'))::uuid, sha256((id || n::text)::bytea), ${same}
    from certificates, generate_series(1, 9999) n where id = ${next}`.execute(database(services.em()));
  await cleanUpSandboxes(services);
  const statuses = [oldest, next].map(async (id) => (await laurel.call(`/certificates/${id}`, { key })).status);
  expect(await Promise.all(statuses)).toEqual([404, 200]);
});

test('resets at the same time as issues and renderings lose no credit, and answer no error of the server', async () => {
  const reset = () => laurel.call('/test/reset', { key: testKey, method: 'POST' });
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => (index % 6 === 3 ? reset() : issue())));
  expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
  expect((await reset()).status).toBe(200);
  expect((await asTest('/credits')).body.balance).toBe(1_000_000);
  expect((await issued()).renderStatus).toBe('COMPLETED');
});

test('two first calls at the same time open one sandbox', async () => {
  const other = await laurel.tenant();
  const [first, second] = await Promise.all([keyOf(other), keyOf(other)]);
  for (const key of [first, second])
    expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 1_000_000 });
});

test('a certificate that SQL moves from the sandbox to its organisation is not genuine', async () => {
  const made = await issued();
  const { organisationId } = tenant;
  const db = database(laurel.installation.services.em());
  const of = { organisationId, statusNumber: 900_000 };
  const { searchText: _, ...row } = await db
    .selectFrom('certificates')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  const seals = await db.selectFrom('seals').selectAll().where('certificateId', '=', made.id).execute();
  await db
    .insertInto('certificates')
    .values({ ...row, ...of })
    .execute();
  for (const seal of seals)
    await db
      .insertInto('seals')
      .values({ ...seal, organisationId })
      .execute();
  await sql`delete from seals where certificate_id = ${made.id} and is_sandbox(organisation_id)`.execute(db);
  await sql`delete from expiries where certificate_id = ${made.id} and is_sandbox(organisation_id)`.execute(db);
  await sql`delete from certificates where id = ${made.id} and is_sandbox(organisation_id)`.execute(db);
  const { body } = await laurel.call(`/verify/${made.verificationHash}`);
  expect(body).toMatchObject({ valid: false, integrityVerified: false });
});

test('renderings in the sandbox follow all live ones, also those of corrections', async () => {
  const idle = await Laurel.start({ ROLE: 'api' });
  const of = await idle.tenant();
  const sandbox = await openSandbox(idle.context(of));
  const { key } = await createApiKey(sandbox, { name: 'test', scopes: ['certificates:write'] });
  const body = { templateId: of.templateId, variables: VARIABLES };
  const { body: made } = await idle.call('/certificates', { key, body });
  const correction = { variables: { name: 'Ada' }, reason: 'a typo' };
  expect((await idle.call(`/certificates/${made.id}/correct`, { key, body: correction })).status).toBe(201);
  const recipients = [{ variables: VARIABLES }];
  await idle.call('/batches', { key: of.key, body: { templateId: of.templateId, recipients } });
  const { rows } = await sql<{ isTest: boolean; priority: number }>`
    select is_sandbox((payload->>'organisationId')::uuid) as is_test, priority from laurel_batch_renders._private_jobs`.execute(
    database(idle.installation.services.em()),
  );
  const priorities = (isTest: boolean) => rows.filter((row) => row.isTest === isTest).map(({ priority }) => priority);
  expect([priorities(true).length, priorities(false).length]).toEqual([2, 1]);
  expect(Math.min(...priorities(true))).toBeGreaterThan(Math.max(...priorities(false)));
});
