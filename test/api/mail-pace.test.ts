import { sql } from 'kysely';
import type { SMTPServerOptions } from 'smtp-server';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { authenticate } from '../support/authentic.ts';
import { addressOf, issueBatch } from '../support/batches.ts';
import { freePort } from '../support/free-port.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { nativeClient, PASSWORD, sessionOf, signInAs } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

const db = (laurel: Laurel) => database(laurel.installation.services.em());
const DAY = 24 * 60 * 60 * 1000;

/** Replies to RCPT TO by local part; other recipients are accepted. */
const answers = new Map<string, string>();
const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, callback) => {
  const answer = answers.get(address.split('@')[0] ?? '');
  if (!answer) return callback();
  callback(Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }));
};

/** Reply to MAIL FROM of all messages; null accepts them. */
let senderAnswer: string | null = null;
const onMailFrom: SMTPServerOptions['onMailFrom'] = (_address, _session, callback) => {
  if (!senderAnswer) return callback();
  callback(Object.assign(new Error(senderAnswer.slice(4)), { responseCode: Number(senderAnswer.slice(0, 3)) }));
};

let laurel: Laurel;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.start({ onRcptTo, onMailFrom });
  laurel = await Laurel.start({ SMTP_URL: mailbox.url });
});

async function sendTo(to: Laurel, { key, templateId }: Tenant, recipientEmail: string): Promise<string> {
  const body = { templateId, variables: VARIABLES, recipientEmail, sendEmail: true };
  return (await to.call('/certificates', { key, body })).body.id;
}

/** Waits until the certificate's page shows its last mail as expected. */
async function shownMail(tenant: Tenant, id: string, expected: object): Promise<void> {
  const native = nativeClient(laurel, await sessionOf(laurel, tenant, `owner-${id}@example.org`, 'owner'));
  await expect.poll(async () => (await native.certificates.history.query({ id })).emails[0]).toMatchObject(expected);
}

/** Returns the tables that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)'`.execute(db(laurel));
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await sql`select from ${sql.raw(name)} t where t::text like ${`%${text}%`} limit 1`.execute(db(laurel));
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}

async function mailTo(address: string) {
  const read = () => mailbox.mails.find((one) => recipientsOf(one).includes(address));
  const mail = await waitFor(`an e-mail to ${address}`, read, (one) => one !== undefined, { everyMs: 20 });
  return { mail, at: Date.now() };
}

test("a permanent refusal fails immediately, and the certificate shows the mail server's words", async () => {
  const tenant = await laurel.tenant();
  answers.set('nobody', '550 5.1.1 No such mailbox here');
  const id = await sendTo(laurel, tenant, 'nobody@example.org');
  await shownMail(tenant, id, { status: 'FAILED', error: '550 5.1.1 No such mailbox here' });
});

test.each(['451 4.7.1 Try again later', '530 5.7.0 Authentication required'])(
  'an e-mail whose sender is refused with %s waits, although its recipient is refused, too',
  async (answer) => {
    const tenant = await laurel.tenant();
    senderAnswer = answer;
    onTestFinished(() => {
      senderAnswer = null;
    });
    const recipient = `sender-${answer.slice(0, 3)}@example.org`;
    const id = await sendTo(laurel, tenant, recipient);
    await shownMail(tenant, id, { status: 'QUEUED', error: answer });
    senderAnswer = null;
    await mailTo(recipient);
  },
);

test("an e-mail whose sender is refused permanently fails with the server's words", async () => {
  const tenant = await laurel.tenant();
  senderAnswer = '550 5.7.1 Sender not allowed';
  onTestFinished(() => {
    senderAnswer = null;
  });
  const id = await sendTo(laurel, tenant, 'barred@example.org');
  await shownMail(tenant, id, { status: 'FAILED', error: '550 5.7.1 Sender not allowed' });
});

test('a refusal because of the sign-in is temporary: mails arrive once the server accepts it', async () => {
  const tenant = await laurel.tenant();
  answers.set('locked-out', '530 5.7.0 Authentication required');
  const id = await sendTo(laurel, tenant, 'locked-out@example.org');
  await shownMail(tenant, id, { status: 'QUEUED', error: '530 5.7.0 Authentication required' });
  answers.delete('locked-out');
  await mailTo('locked-out@example.org');
});

test("a refusal of a recipient because of the sender's domain slows down all e-mails", async () => {
  const cuts = sql<{ cuts: number }>`select cuts from mail_paces`;
  const readCuts = async () => (await cuts.execute(db(laurel))).rows[0]?.cuts ?? 0;
  const before = await readCuts();
  answers.set('unasked', '450 4.1.8 Sender address rejected: Domain not found');
  onTestFinished(() => void answers.delete('unasked'));
  await sendTo(laurel, await laurel.tenant(), 'unasked@example.org');
  await expect.poll(readCuts).toBeGreaterThan(before);
  answers.delete('unasked');
  await mailTo('unasked@example.org');
});

test('statistics and lists of certificate mails omit account mails', async () => {
  const tenant = await laurel.tenant();
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'counted@example.org', 'owner'));
  answers.set('refused-guest', '550 5.1.1 No such mailbox here');
  await owner.members.invite.mutate({ email: 'refused-guest@example.org', role: 'viewer' });
  const mailOf = async () => (await owner.members.list.query()).invitations[0]?.mail;
  await expect.poll(mailOf).toEqual({ status: 'FAILED', error: '550 5.1.1 No such mailbox here' });
  const { emails, errors } = await owner.statistics.overview.query();
  expect(emails).toEqual({ QUEUED: 0, SENT: 0, DELIVERED: 0, BOUNCED: 0, FAILED: 0, UNCERTAIN: 0, isCut: false });
  expect(errors).toEqual([]);
  expect((await owner.certificates.list.query({ emailStatus: 'FAILED' })).certificates).toEqual([]);
});

test('a temporary refusal uses no attempt, and fails 72 hours after the request with the last reason', async () => {
  const tenant = await laurel.tenant();
  answers.set('full', '452 4.2.2 Mailbox full');
  const id = await sendTo(laurel, tenant, 'full@example.org');
  await shownMail(tenant, id, { status: 'QUEUED', error: '452 4.2.2 Mailbox full' });
  const job = sql<{ attempts: number; inFuture: boolean }>`
    select j.attempts, j.run_at > now() as in_future from laurel_tasks._private_jobs j
    join emails e on e.id::text = j.payload->>'emailId' where e.certificate_id = ${id}`;
  await expect.poll(async () => (await job.execute(db(laurel))).rows).toEqual([{ attempts: 0, inFuture: true }]);
  await sql`update emails set created_at = created_at - interval '72 hours' where certificate_id = ${id}`.execute(
    db(laurel),
  );
  await authenticate(laurel.installation.services, 'emails', sql`certificate_id = ${id}`);
  answers.set('full', '452 4.2.2 Mailbox still full');
  await shownMail(tenant, id, { status: 'FAILED', error: '452 4.2.2 Mailbox still full' });
});

test("an invitation's link is created at the hand-over and starts its week then; no table has its token", async () => {
  const tenant = await laurel.tenant();
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'host@example.org', 'owner'));
  answers.set('guest', '451 4.7.1 Greylisted');
  await owner.members.invite.mutate({ email: 'guest@example.org', role: 'viewer' });
  const mailOf = async () => (await owner.members.list.query()).invitations[0]?.mail;
  await expect.poll(mailOf).toEqual({ status: 'QUEUED', error: '451 4.7.1 Greylisted' });
  answers.delete('guest');
  const { mail, at } = await mailTo('guest@example.org');
  await expect.poll(mailOf).toEqual({ status: 'SENT', error: null });
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  expect(await nativeClient(laurel, {}).invitations.get.query({ token })).toMatchObject({ role: 'viewer' });
  const [invitation] = (await owner.members.list.query()).invitations;
  expect(Math.abs(Date.parse(invitation?.expiresAt ?? '') - at - 7 * DAY)).toBeLessThan(2_000);
  expect(Date.parse(invitation?.expiresAt ?? '') - Date.parse(invitation?.createdAt ?? '')).toBeGreaterThan(
    7 * DAY + 2_000,
  );
  expect(await tablesWith(token)).toEqual([]);
});

test('a reset link is created at the hand-over and starts its hour then; no table has its token, and it works once', async () => {
  const tenant = await laurel.tenant();
  await sessionOf(laurel, tenant, 'forgetful@example.org', 'viewer');
  answers.set('forgetful', '421 4.7.0 Too many messages');
  const post = (path: string, body: object) =>
    fetch(`${laurel.url}/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: laurel.url },
      body: JSON.stringify(body),
    });
  expect((await post('request-password-reset', { email: 'forgetful@example.org' })).status).toBe(200);
  const refusals = sql<{ refusals: number }>`select refusals from emails where kind = 'PASSWORD_RESET'`;
  await expect.poll(async () => (await refusals.execute(db(laurel))).rows[0]?.refusals).toBeGreaterThan(0);
  answers.delete('forgetful');
  const { mail, at } = await mailTo('forgetful@example.org');
  const link = /https?:\S+reset-password\S+/.exec(mail.text ?? '')?.[0] ?? '';
  const token = /reset-password\/([\w-]+)/.exec(link)?.[1] ?? '';
  expect(await tablesWith(token)).toEqual([]);
  const { rows } = await sql<{ expiresAt: Date }>`
    select max("expiresAt") as expires_at from auth.verification`.execute(db(laurel));
  expect(Math.abs((rows[0]?.expiresAt.getTime() ?? 0) - at - 60 * 60_000)).toBeLessThan(2_000);
  const opened = await fetch(`${laurel.url}/auth/reset-password/${token}`, { redirect: 'manual' });
  expect(opened.headers.get('location')).toContain(`/reset-password?token=${token}`);
  const newPassword = `${PASSWORD} again`;
  expect((await post('reset-password', { token, newPassword })).status).toBe(200);
  expect((await signInAs(laurel, 'forgetful@example.org', newPassword)).status).toBe(200);
  expect((await post('reset-password', { token, newPassword })).status).toBe(400);
});

test('a mail server that is down costs no attempt, and mails arrive once it is back', async () => {
  const port = await freePort();
  const other = await Laurel.start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const tenant = await other.tenant();
  const id = await sendTo(other, tenant, 'patient@example.org');
  const refusals = sql<{ refusals: number }>`select refusals from emails where certificate_id = ${id}`;
  await expect.poll(async () => (await refusals.execute(db(other))).rows[0]?.refusals).toBeGreaterThan(0);
  const back = await Mailbox.start({}, port);
  await back.wait(1);
  expect(back.mails.flatMap(recipientsOf)).toEqual(['patient@example.org']);
});

test('MAIL_RATE limits all workers together; account mails go first, and organisations alternate', async () => {
  let last = 0;
  const order: string[] = [];
  const slow = await Mailbox.start({
    onRcptTo: ({ address }, _session, callback) => {
      last = performance.now();
      order.push(address);
      callback();
    },
  });
  const settings = { SMTP_URL: slow.url, MAIL_RATE: '60' };
  const one = await Laurel.start(settings);
  await Laurel.start({ ...one.operatorEnvironment(), ...settings, ROLE: 'worker' });
  const [large, small] = [await one.tenant(), await one.tenant()];
  const count = 20;
  const began = performance.now();
  const { batchId } = await issueBatch(one, large, count, true);
  await one.completed(large.key, batchId);
  const single = await sendTo(one, small, 'single@example.org');
  await one.rendered(small.key, single);
  const asked = order.length;
  const owner = nativeClient(one, await sessionOf(one, large, 'owner@example.org', 'owner'));
  await owner.members.invite.mutate({ email: 'invited@example.org', role: 'viewer' });
  await slow.wait(count + 2);
  expect(asked).toBeLessThan(count - 8);
  // A mail or two can be in progress when another is requested.
  expect(order.indexOf('single@example.org')).toBeLessThanOrEqual(asked + 4);
  expect(order.indexOf('invited@example.org')).toBeLessThanOrEqual(asked + 6);
  expect(order.toSorted()).toEqual(
    [
      ...Array.from({ length: count }, (_, index) => addressOf(index)),
      'invited@example.org',
      'single@example.org',
    ].sort(),
  );
  // No mail leaves before its turn. A busy machine only sends it later.
  expect(last - began).toBeGreaterThan((order.length - 1) * 1000 - 500);
});

test('recipients that a server keeps refusing slow down no e-mail of other organisations', async () => {
  const order: string[] = [];
  const picky = await Mailbox.start({
    onRcptTo: ({ address }, _session, callback) => {
      order.push(address);
      if (address.startsWith('single')) return callback();
      callback(Object.assign(new Error('4.1.2 Domain not found'), { responseCode: 450 }));
    },
  });
  const one = await Laurel.start({ SMTP_URL: picky.url });
  const [careless, other] = [await one.tenant(), await one.tenant()];
  const count = 30;
  const { batchId } = await issueBatch(one, careless, count, true);
  await one.completed(careless.key, batchId);
  await waitFor(
    'a refusal of each recipient',
    () => new Set(order).size,
    (size) => size === count,
  );
  const pace = sql<{ cuts: number }>`select cuts from mail_paces`;
  expect((await pace.execute(db(one))).rows).toEqual([{ cuts: 0 }]);
  // From now on, more retries are due than may leave.
  await sql`update mail_paces set rate = 60`.execute(db(one));
  const asked = order.length;
  await waitFor(
    'some retries',
    () => order.length,
    (length) => length >= asked + 5,
  );
  const single = await sendTo(one, other, 'single@example.org');
  await one.rendered(other.key, single);
  const before = order.length;
  await picky.wait(1);
  // Some mails can be in progress when another is requested.
  expect(order.indexOf('single@example.org')).toBeLessThanOrEqual(before + 4);
});
