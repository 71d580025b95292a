import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { authenticate } from '../support/authentic.ts';
import { postfixReport, REPORTS } from '../support/delivery-reports.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let mailbox: Mailbox;
let tenant: Tenant;
/** Envelope senders and the parameters of each recipient, by its address. */
const envelopes = new Map<string, { sender: string; dsn: unknown }>();

beforeAll(async () => {
  mailbox = await Mailbox.start({
    hideDSN: false,
    onData: (stream, { envelope }, callback) => {
      const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
      for (const { address, dsn } of envelope.rcptTo) envelopes.set(address, { sender, dsn });
      simpleParser(stream).then(() => callback(), callback);
    },
  });
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, BOUNCE_ADDRESS: 'mail+bounces@lists.example' });
});

beforeEach(async () => {
  tenant = await laurel.tenant();
});

const read = async (id: string, { key } = tenant) => (await laurel.call(`/certificates/${id}`, { key })).body;

/** Issues a certificate and waits for its mail. Resolves to its id and the address for its bounces. */
async function sent(recipient: string): Promise<{ id: string; to: string; recipient: string }> {
  const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail: recipient, sendEmail: true };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  await waitFor(
    `the mail to ${recipient}`,
    () => read(id),
    ({ emailStatus }) => emailStatus === 'SENT',
  );
  return { id, recipient, to: envelopes.get(recipient)?.sender ?? '' };
}

const report = (body: string, key = tenant.key) =>
  laurel.call('/bounces', { key, body, headers: { 'Content-Type': 'message/rfc822' } });

const NOTHING = { settled: 0, certificateId: null, emailStatus: null };

test('each mail has a sender of its own, and asks for reports with the headers only', async () => {
  const one = await sent('one@example.org');
  const other = await sent('other@example.org');
  for (const { to } of [one, other]) expect(to).toMatch(/^mail\+bounces\+[0-9a-v]{42}@lists\.example$/);
  expect(one.to.split('@')[0]?.length).toBeLessThanOrEqual(64);
  expect(one.to).not.toBe(other.to);
  const orcpt = { addr: 'one@example.org', addrType: 'rfc822' };
  expect(envelopes.get('one@example.org')?.dsn).toMatchObject({ notify: ['SUCCESS', 'FAILURE'] });
  expect(JSON.stringify(envelopes.get('one@example.org')?.dsn)).toContain(orcpt.addr);
  // RFC 3461 has no form of a non-ASCII address for the type rfc822.
  await sent('jörg@example.org');
  const { notify, ...rest } = (envelopes.get('jörg@example.org')?.dsn ?? {}) as { notify?: string[]; orcpt?: unknown };
  expect([notify, rest.orcpt ?? null]).toEqual([['SUCCESS', 'FAILURE'], null]);
});

test.each(Object.keys(REPORTS))(
  "a failure as %s reports it makes the mail BOUNCED, with the server's words",
  async (name) => {
    const { id, ...mail } = await sent(`${name.replace(' ', '-')}@example.org`);
    const { status, body } = await report(REPORTS[name]?.(mail) ?? '');
    expect([status, body]).toEqual([200, { settled: 1, certificateId: id, emailStatus: 'BOUNCED' }]);
    const { emailStatus, emailError } = await read(id);
    expect(emailStatus).toBe('BOUNCED');
    expect(emailError).toMatch(/^550[ -]/);
    expect(emailError).not.toMatch(/[\r\n]|smtp;/);
  },
);

test('a delivery makes the mail DELIVERED, and a failure counts whichever comes first', async () => {
  const { id, ...mail } = await sent('two-words@example.org');
  expect((await report(postfixReport({ ...mail, action: 'delivered' }))).body).toMatchObject({
    emailStatus: 'DELIVERED',
  });
  expect(await read(id)).toMatchObject({ emailStatus: 'DELIVERED', emailError: null });
  expect((await report(postfixReport(mail))).body).toMatchObject({ settled: 1, emailStatus: 'BOUNCED' });
  for (const action of ['delivered', 'failed'])
    expect((await report(postfixReport({ ...mail, action }))).body).toEqual(NOTHING);
  expect(await read(id)).toMatchObject({ emailStatus: 'BOUNCED', emailError: expect.stringContaining('User unknown') });
});

test('a failure counts in a report that also says delivered, as of an alias', async () => {
  const { id, ...mail } = await sent('alias@example.org');
  const block = /Final-Recipient:.*?\r?\n\r?\n/s;
  const both = postfixReport(mail).replace(
    block,
    (failed) =>
      failed.replace(/Action: failed/, 'Action: delivered').replace(/Status: [\d.]+/, 'Status: 2.0.0') + failed,
  );
  expect(both.match(/^Action: /gm)).toHaveLength(2);
  expect((await report(both)).body).toEqual({ settled: 1, certificateId: id, emailStatus: 'BOUNCED' });
});

test('each bounced mail has one event, with its address and the words', async () => {
  const { id, ...mail } = await sent('announced@example.org');
  const events = async () => (await laurel.call('/events?types=certificate.bounced', { key: tenant.key })).body.events;
  await report(postfixReport({ ...mail, action: 'delivered' }));
  expect(await events()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => report(postfixReport(mail))));
  expect(await events()).toMatchObject([
    {
      type: 'certificate.bounced',
      data: {
        certificateId: id,
        recipientEmail: 'announced@example.org',
        emailAddress: 'announced@example.org',
        emailError: expect.stringContaining('User unknown'),
      },
    },
  ]);
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

test.each(['delayed', 'relayed', 'expanded', 'undone', ''])('the action %j changes nothing', async (action) => {
  const { id, ...mail } = await sent(`action-${action}@example.org`);
  expect(await report(postfixReport({ ...mail, action }))).toMatchObject({ status: 200, body: NOTHING });
  expect(await read(id)).toMatchObject({ emailStatus: 'SENT', emailError: null });
});

test('only the own token, address and organisation count', async () => {
  const { id, ...mail } = await sent('mine@example.org');
  const stranger = await laurel.tenant();
  const token = /\+([0-9a-v]{42})@/.exec(mail.to)?.[1] ?? '';
  const swapped = (digit: string, at: number) => token.slice(0, at) + digit + token.slice(at + 1);
  const forged = [swapped(token.endsWith('0') ? '1' : '0', 41), swapped('v', 0), '0'.repeat(42), 'v'.repeat(42)];
  const { to, recipient } = mail;
  expect((await report(postfixReport(mail), stranger.key)).body).toEqual(NOTHING);
  for (const other of forged)
    expect((await report(postfixReport({ recipient, to: to.replace(token, other) }))).body).toEqual(NOTHING);
  expect((await report(postfixReport({ to, recipient: 'elsewhere@example.org' }))).body).toEqual(NOTHING);
  expect(await read(id)).toMatchObject({ emailStatus: 'SENT' });
  // Servers change the case of addresses.
  const upper = { to: to.toUpperCase(), recipient: recipient.toUpperCase() };
  expect((await report(postfixReport(upper))).body).toMatchObject({ settled: 1 });
});

test('the token of the enclosed original counts if the report has none', async () => {
  const { id, ...mail } = await sent('enclosed@example.org');
  const forwarded = postfixReport(mail).replace(/^(Delivered-To|To): .*$/gm, '$1: desk@example.net');
  expect((await report(forwarded)).body).toMatchObject({ settled: 1, certificateId: id });
});

test.each(['Delivered-To', 'X-Original-To', 'Envelope-To'])(
  'the token in the header %s counts if the report was forwarded to another address',
  async (header) => {
    const { id, ...mail } = await sent(`${header.toLowerCase()}@example.org`);
    const forwarded = postfixReport(mail)
      .replace(/^(Delivered-To|To): .*$/gm, '$1: desk@example.net')
      .replace(/^Return-Path: <.+>$/m, 'Return-Path: <>');
    expect((await report(forwarded)).body).toEqual(NOTHING);
    expect((await report(`${header}: ${mail.to}\r\n${forwarded}`)).body).toMatchObject({
      settled: 1,
      certificateId: id,
    });
  },
);

test('settles an uncertain mail, but none that was changed by SQL', async () => {
  const db = database(laurel.installation.services.em());
  const { id, ...mail } = await sent('tampered@example.org');
  await sql`update emails set recipient = 'thief@example.org' where certificate_id = ${id}`.execute(db);
  expect((await report(postfixReport({ ...mail, recipient: 'thief@example.org' }))).body).toEqual(NOTHING);
  await sql`update emails set recipient = ${mail.recipient}, status = 'UNCERTAIN' where certificate_id = ${id}`.execute(
    db,
  );
  expect((await report(postfixReport(mail))).body).toEqual(NOTHING);
  await authenticate(laurel.installation.services, 'emails', sql`certificate_id = ${id}`);
  expect((await report(postfixReport(mail))).body).toMatchObject({ settled: 1, emailStatus: 'BOUNCED' });
});

test('a corrected address is e-mailed, and a late report on the former mail does not change the new one', async () => {
  const { id, ...mail } = await sent('anna@exmaple.org');
  await report(postfixReport(mail));
  const corrected = { recipientEmail: 'anna@example.org' };
  const again = await laurel.call(`/certificates/${id}/email`, { key: tenant.key, body: corrected });
  expect(again.body).toMatchObject({ ...corrected, emailStatus: 'QUEUED', emailError: null });
  await waitFor(
    'the second mail',
    () => read(id),
    ({ emailStatus }) => emailStatus === 'SENT',
  );
  await report(postfixReport(mail));
  expect(await read(id)).toMatchObject({ emailStatus: 'SENT', emailError: null });
});

test('lists, and the overview count, what bounced', async () => {
  const { id, ...mail } = await sent('listed@example.org');
  const names = async (emailStatus: string) => {
    const { body } = await laurel.call(`/certificates?emailStatus=${emailStatus}`, { key: tenant.key });
    return body.certificates.map((certificate: { id: string }) => certificate.id);
  };
  expect(await names('BOUNCED')).toEqual([]);
  await report(postfixReport(mail));
  expect([await names('BOUNCED'), await names('SENT'), await names('DELIVERED')]).toEqual([[id], [], []]);
  const viewer = nativeClient(laurel, await sessionOf(laurel, tenant, 'viewer@bounces.example', 'viewer'));
  const { emails, errors } = await viewer.statistics.overview.query();
  expect(emails).toMatchObject({ BOUNCED: 1, SENT: 0, DELIVERED: 0 });
  const { emailError: message } = await read(id);
  expect(errors).toMatchObject([{ kind: 'email', id, about: 'listed@example.org', message }]);
});

test('the overview names the five e-mails that bounced last, also one that was sent before the others', async () => {
  const first = await sent('first@example.org');
  const others = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => sent(`${name}@example.org`)));
  for (const mail of [...others, first]) expect((await report(postfixReport(mail))).status).toBe(200);
  const viewer = nativeClient(laurel, await sessionOf(laurel, tenant, 'last@bounces.example', 'viewer'));
  const { errors } = await viewer.statistics.overview.query();
  const addresses = ['first', 'e', 'd', 'c', 'b'].map((name) => `${name}@example.org`);
  expect(errors.map(({ about }) => about)).toEqual(addresses);
});

const HUGE = 'x'.repeat(1024 * 1024 + 1);
const PARTS = `Content-Type: multipart/report; boundary="b"\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(10_000)}--b--`;
const LEVELS = Array.from(
  { length: 1000 },
  (_, level) => `Content-Type: multipart/report; boundary="b${level}"\n\n--b${level}\n`,
);

test.each([
  ['a text', 'hello', 'not_a_delivery_report'],
  ['nothing', '', 'not_a_delivery_report'],
  ['bytes', '\0\uffff\u0001', 'not_a_delivery_report'],
  ['10,000 parts', PARTS, 'not_a_delivery_report'],
  ['1,000 levels', LEVELS.join(''), 'not_a_delivery_report'],
  ['a long header', `To: ${'a:'.repeat(200_000)}\n\nx`, 'not_a_delivery_report'],
  ['a megabyte of line breaks', '\n'.repeat(1024 * 1024), 'not_a_delivery_report'],
  ['too many bytes', HUGE, 'body_too_large'],
])('refuses %s', async (_name, message, code) => {
  const { status, body } = await report(message);
  expect([status, body.details?.[0]?.code]).toEqual([400, code]);
});

test('needs the media type and the scope', async () => {
  const json = await laurel.call('/bounces', { key: tenant.key, body: { message: 'x' } });
  expect([json.status, json.body.details[0].code]).toEqual([400, 'wrong_content_type']);
  const { key } = await createApiKey(laurel.context(tenant), { name: 'reader', scopes: ['certificates:read'] });
  expect((await report('x', key)).status).toBe(403);
});
