import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { recentBulkActions } from '../../domain/bulk/read.ts';
import { startBulkAction } from '../../domain/bulk/start.ts';
import { startCorrections } from '../../domain/bulk/start-corrections.ts';
import { readHistory } from '../../domain/certificates/read-history.ts';
import { sendEmail } from '../../domain/emailing/send.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { query, startWithLog } from '../support/log.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { waitFor } from '../support/wait-for.ts';

interface Credential {
  validUntil: string;
  credentialStatus: { statusListIndex: string };
}

const box = { x: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const DESIGN = {
  name: 'Course',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  variables: { grade: { type: 'text', default: 'passed' } },
  elements: [
    { type: 'text', ...box, y: 10, text: '{{name}}', minSize: 12 },
    { type: 'text', ...box, y: 60, text: '{{grade}}' },
    { type: 'text', ...box, y: 110, text: 'Until {{expiresOn}}.' },
  ],
};

let mailbox: Mailbox;
let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await startWithLog({ LOG_LEVEL: 'silent', SMTP_URL: mailbox.url });
  tenant = await tenantWith(DESIGN);
});

async function tenantWith(design: object): Promise<Tenant> {
  const made = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(made), design);
  return { ...made, templateId };
}

const post = (path: string, body: object, { key } = tenant, headers: Record<string, string> = {}) =>
  laurel.call(`/certificates${path}`, { key, body, headers });
const issue = async (more: object = {}) => {
  const { status, body } = await post('', { templateId: tenant.templateId, variables: { name: 'Ada' }, ...more });
  expect(status).toBe(201);
  return body;
};
const correct = (id: string, more: object) => post(`/${id}/correct`, { reason: 'Misspelt', ...more });
const named = (name: string) => ({ variables: { name } });
const expire = (id: string, expiresAt: string | null) => post(`/${id}/expiry`, { expiresAt, reason: 'Agreed' });
const read = async (id: string) => (await laurel.call(`/certificates/${id}`, { key: tenant.key })).body;
const verify = async (hash: string) => (await laurel.call(`/verify/${hash}`)).body;
const reasonOf = ({
  status,
  body,
}: {
  status: number;
  body: { reason?: string; details?: { path: string; code: string }[] };
}) => `${status} ${body.reason ?? body.details?.map(({ path, code }) => `${path}: ${code}`).join()}`;
const mailsTo = (address: string) => mailbox.mails.filter((mail) => recipientsOf(mail).includes(address));
/** Returns the states of a certificate's e-mails, newest first. */
const statesOf = async (id: string) =>
  (await readHistory(laurel.context(tenant), { id })).emails.map(({ status }) => status);
const violations = async () => (await reconcile(laurel.installation.services)).violations;

/** Runs without workers, so that no rendering ends. */
async function withoutWorkers(run: () => Promise<void>): Promise<void> {
  await laurel.stop();
  await laurel.launch({ ROLE: 'api' });
  await run();
  await laurel.stop();
  await laurel.launch({ ROLE: 'all' });
}

const giveUp = (certificateId: string) =>
  failRendering(laurel.installation.services, { organisationId: tenant.organisationId, certificateId });

test('a correction that cannot be rendered puts the former revision in force again, with its files', async () => {
  const { id } = await issue({ recipientEmail: 'ada@example.org' });
  const before = await laurel.rendered(tenant.key, id);
  await withoutWorkers(async () => {
    const { body } = await correct(id, { ...named('Ada Lovelace'), recipientEmail: 'lovelace@example.org' });
    expect(await read(id)).toMatchObject({ renderStatus: 'PENDING', pdfUrl: null, revision: 2 });
    expect((await laurel.call(`/certificates/${id}/download`, { key: tenant.key })).status).toBe(202);
    expect(await verify(body.verificationHash)).toMatchObject({ valid: true, integrityVerified: true });
    expect(await verify(before.verificationHash)).toMatchObject({ valid: false, certificate: { status: 'REPLACED' } });
    await Promise.all([giveUp(id), giveUp(id)]);
    expect(await read(id)).toEqual(before);
    expect((await fetch(before.pdfUrl)).status).toBe(200);
    expect(await verify(before.verificationHash)).toMatchObject({ valid: true, integrityVerified: true });
    expect(await verify(before.verificationHash)).not.toHaveProperty('history');
    const undone = await verify(body.verificationHash);
    expect(undone).toMatchObject({ valid: false, replacedBy: before.verificationUrl });
  });
  expect((await correct(id, named('Ada King'))).body.revision).toBe(3);
  await laurel.rendered(tenant.key, id);
  const { corrections } = await readHistory(laurel.context(tenant), { id });
  expect(corrections.map(({ isUndone }) => isUndone)).toEqual([false, true]);
  expect(await verify((await read(id)).verificationHash)).toMatchObject({ valid: true, integrityVerified: true });
  expect(await violations()).toEqual([]);
});

test('another expiry and address stay if the correction before them cannot be rendered', async () => {
  const address = 'new@example.org';
  const { id } = await issue({ recipientEmail: 'ada@example.org', expiresAt: '2050-01-01' });
  const credential = async (of: { credentialUrl: string }): Promise<Credential> =>
    (await fetch(of.credentialUrl)).json() as Promise<Credential>;
  const earlier = await credential(await laurel.rendered(tenant.key, id));
  await withoutWorkers(async () => {
    await correct(id, named('Ada Byron'));
    await correct(id, named('Ada Lovelace'));
    expect((await expire(id, '2040-01-01')).status).toBe(200);
    expect((await post(`/${id}/email`, { recipientEmail: address })).status).toBe(200);
    await giveUp(id);
    expect(await read(id)).toMatchObject({
      revision: 2,
      recipientEmail: address,
      expiresAt: '2040-01-02T00:00:00.000Z',
    });
    await giveUp(id);
  });
  const after = await laurel.rendered(tenant.key, id);
  expect(after).toMatchObject({ revision: 1, recipientEmail: address, expiresAt: '2040-01-02T00:00:00.000Z' });
  const { events } = (await laurel.call('/events?types=certificate.expiry_changed&limit=100', { key: tenant.key }))
    .body;
  const changes: { certificateId: string; revision: number }[] = events.map(({ data }: { data: object }) => data);
  const revisions = changes.filter(({ certificateId }) => certificateId === id).map(({ revision }) => revision);
  expect(revisions).toEqual([3, 2, 1]);
  expect(await verify(after.verificationHash)).toMatchObject({ valid: true, integrityVerified: true });
  const later = await credential(after);
  expect(later.validUntil).toBe('2040-01-02T00:00:00Z');
  expect(later.credentialStatus.statusListIndex).not.toBe(earlier.credentialStatus.statusListIndex);
  expect(await violations()).toEqual([]);
});

test('an e-mail of a certificate outlives a correction that cannot be rendered, whose own is not sent', async () => {
  const { id } = await issue({ recipientEmail: 'early@example.org', sendEmail: true });
  await withoutWorkers(async () => {
    await correct(id, { ...named('Ada Lovelace'), sendEmail: true });
    await giveUp(id);
    expect(await statesOf(id)).toEqual(['FAILED', expect.stringMatching(/QUEUED|SENT/)]);
  });
  await waitFor(
    'the e-mail',
    () => statesOf(id),
    (states) => states[1] === 'SENT',
  );
  expect(await statesOf(id)).toEqual(['FAILED', 'SENT']);
  expect(mailsTo('early@example.org')).toHaveLength(1);
});

test('an e-mail waits for new files, and is sent with the former ones if these cannot be rendered', async () => {
  const { id } = await issue({ recipientEmail: 'waiting@example.org' });
  await laurel.rendered(tenant.key, id);
  await withoutWorkers(async () => {
    expect((await post(`/${id}/email`, {})).status).toBe(200);
    expect((await expire(id, '2040-01-01')).body.renderStatus).toBe('PENDING');
    const [email] = await query(
      laurel,
      `select organisation_id as "organisationId", id as "emailId" from emails where certificate_id = '${id}'`,
    );
    await sendEmail(laurel.installation.services, email as { organisationId: string; emailId: string });
    expect(await statesOf(id)).toEqual(['QUEUED']);
    expect(await read(id)).toMatchObject({ emailStatus: 'QUEUED', emailError: null });
    await query(laurel, `delete from laurel_mails._private_jobs`);
    await giveUp(id);
    expect((await read(id)).renderStatus).toBe('COMPLETED');
  });
  await waitFor(
    'the e-mail',
    () => statesOf(id),
    ([state]) => state === 'SENT',
  );
  expect(mailsTo('waiting@example.org')).toHaveLength(1);
});

test('the history shows two corrections as undone that could not be rendered, also after a third one', async () => {
  const { id } = await issue();
  await laurel.rendered(tenant.key, id);
  const undone = async () =>
    (await readHistory(laurel.context(tenant), { id })).corrections.map(({ isUndone }) => isUndone);
  await withoutWorkers(async () => {
    await correct(id, named('Ada Byron'));
    await correct(id, named('Ada Lovelace'));
    expect(await undone()).toEqual([false, false]);
    await giveUp(id);
    expect(await read(id)).toMatchObject({ revision: 2, recipientName: 'Ada Byron' });
    expect(await undone()).toEqual([true, false]);
    await giveUp(id);
    expect(await read(id)).toMatchObject({ revision: 1, recipientName: 'Ada' });
    expect(await undone()).toEqual([true, true]);
  });
  await correct(id, named('Ada King'));
  await laurel.rendered(tenant.key, id);
  await correct(id, named('Ada'));
  await laurel.rendered(tenant.key, id);
  expect(await undone()).toEqual([false, false, true, true]);
});

test('a correction before the first rendering counts once in its batch, and a failure refunds once', async () => {
  const recipients = ['Ada', 'Grace'].map((name) => ({ variables: { name } }));
  const { key } = tenant;
  const balance = async () => (await laurel.call('/credits', { key })).body.balance;
  await withoutWorkers(async () => {
    const { body } = await laurel.call('/batches', { key, body: { templateId: tenant.templateId, recipients } });
    const { certificates } = (await laurel.call(`/certificates?batchId=${body.batchId}`, { key })).body;
    const [one, other] = certificates.map((each: { id: string }) => each.id);
    for (const id of [one, other]) expect((await correct(id, named('Corrected'))).status).toBe(201);
    const left = await balance();
    await giveUp(one);
    expect(await read(one)).toMatchObject({ renderStatus: 'PENDING', revision: 1 });
    expect(await balance()).toBe(left);
    await giveUp(one);
    expect((await read(one)).renderStatus).toBe('FAILED');
    expect(await balance()).toBe(left + 1);
    expect(reasonOf(await correct(one, named('X')))).toBe('409 certificate_failed');
  });
  const batch = (await laurel.call('/batches', { key })).body.batches[0];
  const completed = await laurel.completed(key, batch.id);
  expect(completed).toMatchObject({ totalCount: 2, processedCount: 2, failedCount: 1 });
  expect(await violations()).toEqual([]);
});

test('concurrent corrections and changes of expiry all take effect, one after the other', async () => {
  const { id } = await issue();
  const calls = [
    ...['Ada A', 'Ada B', 'Ada C'].map((name) => correct(id, named(name))),
    ...['2040-01-01', '2041-01-01', '2039-01-01'].map((day) => expire(id, day)),
    correct(id, { variables: { grade: 'excellent' } }),
  ];
  const done = await Promise.all(calls);
  expect(done.map(({ status }) => status).filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  const corrected = done.filter(({ status }) => status === 201).length;
  const after = await laurel.rendered(tenant.key, id);
  expect(after.revision).toBe(1 + corrected);
  expect(await verify(after.verificationHash)).toMatchObject({ valid: true, integrityVerified: true });
  for (const url of [after.pdfUrl, after.imageUrl, after.credentialUrl]) expect((await fetch(url)).status).toBe(200);
  const hashes = done.filter(({ status }) => status === 201).map(({ body }) => body.verificationHash);
  for (const hash of hashes.filter((one) => one !== after.verificationHash))
    expect((await verify(hash)).replacedBy).toBe(after.verificationUrl);
  expect(await violations()).toEqual([]);
});

test('refusals name their reason, and change nothing', async () => {
  const { id } = await issue({ awardedOn: '2024-03-01', expiresAt: '2090-01-01' });
  await laurel.rendered(tenant.key, id);
  const long = 'Long name '.repeat(40);
  expect(reasonOf(await correct(id, {}))).toBe('409 no_change');
  expect(reasonOf(await correct(id, named('Ada')))).toBe('409 no_change');
  expect(reasonOf(await correct(id, named(long)))).toBe('400 variables.name: does_not_fit');
  expect(reasonOf(await correct(id, { variables: { nmae: 'Ada' } }))).toMatch(/^400 variables\.nmae: /);
  expect(reasonOf(await correct(id, { awardedOn: '1899-12-31' }))).toBe('400 awardedOn: too_early');
  expect(reasonOf(await correct(id, { expiresAt: '2080-01-01' }))).toMatch(/^400 expiresAt: /);
  expect(reasonOf(await correct(id, { ...named('B'), sendEmail: true }))).toBe('400 recipientEmail: email_needed');
  expect(reasonOf(await expire(id, '2024-02-29'))).toBe('400 expiresAt: before_award');
  expect(reasonOf(await expire(id, '9999-12-31'))).toBe('400 expiresAt: too_late');
  expect(reasonOf(await post(`/${id}/expiry`, { expiresAt: null }))).toBe('400 reason: required');
  const other = await laurel.tenant();
  expect((await post(`/${id}/correct`, { ...named('B'), reason: 'x' }, other)).status).toBe(404);
  expect((await post(`/${id}/expiry`, { expiresAt: null, reason: 'x' }, other)).status).toBe(404);
  expect((await read(id)).revision).toBe(1);
  expect((await expire(id, '2024-03-01')).body.status).toBe('EXPIRED');
  await laurel.rendered(tenant.key, id);
  expect((await correct(id, named('Ada Late'))).status).toBe(201);
  await laurel.rendered(tenant.key, id);
  await post(`/${id}/revoke`, { reason: 'Lost' });
  expect(reasonOf(await correct(id, named('B')))).toBe('409 certificate_revoked');
  expect(reasonOf(await expire(id, null))).toBe('409 certificate_revoked');
  expect(await violations()).toEqual([]);
});

test('only a key that may revoke moves an expiry earlier', async () => {
  const key = (await createApiKey(laurel.context(tenant), { name: 'writer', scopes: ['certificates:write'] })).key;
  const { id } = await issue({ expiresAt: '2040-01-01' });
  const move = (expiresAt: string | null) => post(`/${id}/expiry`, { expiresAt, reason: 'x' }, { ...tenant, key });
  expect((await move('2041-01-01')).status).toBe(200);
  expect(reasonOf(await move('2039-01-01'))).toBe('403 missing_scope');
  expect((await move(null)).status).toBe(200);
  expect(reasonOf(await move('2041-01-01'))).toBe('403 missing_scope');
});

test('a selection gets another expiry, and skips what cannot change', async () => {
  const made = await Promise.all([issue(), issue({ expiresAt: '2090-12-31' }), issue(), issue()]);
  const ids = made.map(({ id }) => id);
  for (const id of ids) await laurel.rendered(tenant.key, id);
  await post(`/${ids[3]}/revoke`, { reason: 'Lost' });
  const context = { ...laurel.context(tenant), idempotency: undefined };
  const selection = { ids };
  await startBulkAction(context, { kind: 'EXPIRY', selection, expiresAt: '2090-12-31', reason: 'Agreed' });
  const actions = async () => (await recentBulkActions(context)).actions;
  const [action] = await waitFor('the end of the action', actions, ([one]) => one?.completedAt != null);
  expect(action).toMatchObject({ kind: 'EXPIRY', total: 4, processed: 4, skipped: 2 });
  for (const id of ids.slice(0, 3))
    expect((await laurel.rendered(tenant.key, id)).expiresAt).toBe('2091-01-01T00:00:00.000Z');
  expect((await read(ids[3])).expiresAt).toBeNull();
  expect(await violations()).toEqual([]);
});

test('of two actions on the same certificates, the later one holds, although it was asked for before the first one ran', async () => {
  const { id } = await issue();
  await laurel.rendered(tenant.key, id);
  const context = laurel.context(tenant);
  await withoutWorkers(async () => {
    for (const expiresAt of ['2090-12-31', '2091-12-31'])
      await startBulkAction(context, { kind: 'EXPIRY', selection: { ids: [id] }, expiresAt, reason: 'Agreed' });
    for (const name of ['Grace', 'Lise'])
      await startCorrections(context, { rows: [{ certificate: id, ...named(name) }], reason: 'x', sendEmail: false });
  });
  const isDone = ({ actions }: Awaited<ReturnType<typeof recentBulkActions>>) =>
    actions.slice(0, 4).every(({ completedAt }) => completedAt !== null);
  await waitFor('the end of four actions', () => recentBulkActions(context), isDone);
  expect(await laurel.rendered(tenant.key, id)).toMatchObject({
    recipientName: 'Lise',
    expiresAt: '2092-01-01T00:00:00.000Z',
  });
});

test('a repeated call with the same key corrects once', async () => {
  const { id } = await issue();
  const headers = { 'Idempotency-Key': 'correct-once' };
  const body = { ...named('Ada Once'), reason: 'x' };
  const first = await post(`/${id}/correct`, body, tenant, headers);
  const again = await post(`/${id}/correct`, body, tenant, headers);
  expect([first.status, again.body]).toEqual([201, first.body]);
  expect((await read(id)).revision).toBe(2);
});

test('SQL cannot undo a correction, restore former values, or lead a hash to another certificate', async () => {
  const { id } = await issue();
  const before = await laurel.rendered(tenant.key, id);
  await correct(id, named('Ada Lovelace'));
  const after = await laurel.rendered(tenant.key, id);
  const isGenuine = async () => (await verify(after.verificationHash)).integrityVerified;
  for (const change of ['revision = 1', 'files_edition = 1', 'credential_edition = 1', "recipient_name = 'Ada'"]) {
    const [column = ''] = change.split(' ');
    await query(laurel, `update certificates set ${change} where id = '${id}'`);
    expect(await isGenuine(), change).toBe(false);
    const value = { revision: 2, files_edition: 0, credential_edition: 0, recipient_name: 'Ada Lovelace' }[column];
    await query(laurel, `update certificates set ${column} = '${value}' where id = '${id}'`);
    expect(await isGenuine(), change).toBe(true);
  }
  const { id: other } = await issue();
  await laurel.rendered(tenant.key, other);
  await query(laurel, `update certificate_revisions set certificate_id = '${other}' where certificate_id = '${id}'`);
  expect((await laurel.call(`/verify/${before.verificationHash}`)).status).toBe(404);
  expect((await violations()).map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'the hash of a former revision does not lead to the certificate',
      'a row of certificate_revisions was changed outside Laurel',
    ]),
  );
  await query(laurel, `update certificate_revisions set certificate_id = '${id}' where certificate_id = '${other}'`);
  expect(await violations()).toEqual([]);
});
