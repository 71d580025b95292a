import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { postfixReport } from '../support/delivery-reports.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { confirmSender, ownAddress, startOwnServer } from '../support/own-servers.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
/** Server of the installation. */
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start(
    { SMTP_URL: mailbox.url, BOUNCE_ADDRESS: 'bounces@installation.example', EGRESS_ALLOW: '127.0.0.0/8' },
    { isApart: false },
  );
});

const db = () => database(laurel.installation.services.em());

let people = 0;
/** Returns an organisation with a confirmed sender's address, and its owner. */
async function makeSchool() {
  const tenant = await laurel.tenant();
  const email = `owner-${people++}@mail-server.example`;
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, email, 'owner'));
  await confirmSender(laurel, tenant, 'office@school.example');
  return { tenant, owner, email };
}

const read = async ({ key }: Tenant, id: string) => (await laurel.call(`/certificates/${id}`, { key })).body;

async function issue({ key, templateId }: Tenant, recipientEmail: string): Promise<string> {
  const body = { templateId, variables: VARIABLES, recipientEmail, sendEmail: true };
  return (await laurel.call('/certificates', { key, body })).body.id;
}

async function issued(tenant: Tenant, recipientEmail: string, wanted = /SENT|FAILED/) {
  const id = await issue(tenant, recipientEmail);
  return waitFor(
    `the mail to ${recipientEmail}`,
    () => read(tenant, id),
    ({ emailStatus }) => wanted.test(emailStatus),
  );
}

/** Waits until the last attempt at a certificate's mail has left a reason that matches. */
const refusedWith = (certificateId: string, reason: RegExp) =>
  waitFor(
    `the reason ${reason}`,
    async () => {
      const { rows } = await sql<{ status: string; error: string | null }>`
        select status, error from emails where certificate_id = ${certificateId}`.execute(db());
      return rows[0] ?? { status: '', error: null };
    },
    ({ error }) => reason.test(error ?? ''),
  );

const arrived = ({ mails }: Mailbox, address: string) => mails.filter((mail) => recipientsOf(mail).includes(address));

/** Returns the tables and the columns of whole rows that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)'`.execute(db());
  const found: string[] = [];
  const hex = Buffer.from(text).toString('hex');
  for (const { name } of rows) {
    const like = sql`t::text like ${`%${text}%`} or t::text like ${`%${hex}%`}`;
    const hit = await sql`select from ${sql.raw(name)} t where ${like} limit 1`.execute(db());
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}

test.each([465, 587, 2525] as const)(
  "mails leave by the organisation's own server on port %i, encrypted, signed in and from its own address",
  async (port) => {
    const seen: { isSecure: boolean; user: unknown; from: string }[] = [];
    const { mailbox: own, settings } = await startOwnServer({
      port,
      onMailFrom: ({ address }, { secure, user }, callback) => {
        seen.push({ isSecure: secure, user, from: address });
        callback();
      },
    });
    const { tenant, owner } = await makeSchool();
    const view = { server: { host: settings.host, port, username: 'office', isUsed: true } };
    expect(await owner.mailServer.save.mutate(settings)).toEqual(view);
    expect(await owner.mailServer.get.query()).toEqual(view);
    const to = `a-${port}@example.org`;
    expect((await issued(tenant, to)).emailStatus).toBe('SENT');
    expect(seen).toEqual([{ isSecure: true, user: 'office', from: 'office@school.example' }]);
    const [mail] = arrived(own, to);
    expect(mail?.from?.value[0]?.address).toBe('office@school.example');
    expect(mail?.headers.has('sender')).toBe(false);
    expect(arrived(mailbox, to)).toEqual([]);
    await owner.members.invite.mutate({ email: `guest-${port}@example.org`, role: 'viewer' });
    await waitFor(
      'the invitation',
      () => arrived(mailbox, `guest-${port}@example.org`).length,
      (count) => count === 1,
    );
    expect(own.mails).toHaveLength(1);
  },
);

test('the password is in no answer, audit entry or table', async () => {
  const password = 'correct-horse-47';
  const { mailbox: own, settings } = await startOwnServer({
    onAuth: (auth, _session, callback) => callback(null, { user: auth.password === password ? 'office' : undefined }),
  });
  const { tenant, owner } = await makeSchool();
  const answers = [
    await owner.mailServer.save.mutate({ ...settings, password }),
    await owner.mailServer.get.query(),
    await owner.mailServer.test.mutate({ ...settings, password: undefined }),
    await owner.organisation.get.query(),
    (await laurel.call('/organisation', { key: tenant.key })).body,
    await owner.audit.list.query({}),
  ];
  expect(JSON.stringify(answers)).not.toContain(password);
  expect(JSON.stringify(answers)).toContain('mailServer.save');
  expect(own.mails).toHaveLength(1);
  expect(await tablesWith(password)).toEqual([]);
});

test("a test shows the server's words, and saves nothing", async () => {
  const { mailbox: own, settings } = await startOwnServer({
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('owner') ? null : Object.assign(new Error('5.7.1 No'), { responseCode: 550 })),
  });
  const { owner, email } = await makeSchool();
  expect(await owner.mailServer.test.mutate(settings)).toEqual({
    sentTo: email,
    answer: expect.stringMatching(/^250 /),
  });
  expect(own.mails.flatMap(recipientsOf)).toEqual([email]);
  expect(own.mails[0]?.from?.value[0]?.address).toBe('office@school.example');
  const refused = (answer: RegExp) => ({
    data: { details: [{ path: '', code: 'mail_server_failed', params: { answer: expect.stringMatching(answer) } }] },
  });
  await expect(owner.mailServer.test.mutate({ ...settings, password: 'wrong' })).rejects.toMatchObject(
    refused(/535.*Wrong password/),
  );
  await expect(owner.mailServer.test.mutate({ ...settings, host: ownAddress() })).rejects.toMatchObject(
    refused(/ECONNREFUSED/),
  );
  expect(await owner.mailServer.get.query()).toEqual({ server: null });
});

test('a saved password goes to no other server, port or name', async () => {
  const passwords: unknown[] = [];
  const other = await startOwnServer({
    onAuth: ({ password }, _session, callback) => {
      passwords.push(password);
      callback(null, { user: 'anyone' });
    },
  });
  const { settings } = await startOwnServer();
  const { owner } = await makeSchool();
  await owner.mailServer.save.mutate(settings);
  const { password: _, ...kept } = settings;
  for (const changed of [{ host: other.settings.host }, { port: 2525 as const }, { username: 'another' }])
    for (const call of [owner.mailServer.save, owner.mailServer.test])
      await expect(call.mutate({ ...kept, ...changed })).rejects.toMatchObject({
        data: { details: [{ path: 'password', code: 'required' }] },
      });
  expect(passwords).toEqual([]);
  expect(await owner.mailServer.save.mutate(kept)).toMatchObject({ server: { username: 'office' } });
  expect(await owner.mailServer.test.mutate(kept)).toMatchObject({ answer: expect.stringMatching(/^250/) });
});

test('a server without encryption or a valid certificate gets neither a password nor a mail', async () => {
  const plain = await startOwnServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const strange = await startOwnServer({ isTrusted: false });
  for (const [{ mailbox: own, settings }, words] of [
    [plain, /STARTTLS|TLS/i],
    [strange, /certificate/i],
  ] as const) {
    const { tenant, owner } = await makeSchool();
    await owner.mailServer.save.mutate(settings);
    const id = await issue(tenant, 'nobody@example.org');
    expect(await refusedWith(id, words)).toMatchObject({ status: 'QUEUED' });
    expect(own.mails).toEqual([]);
    expect(arrived(mailbox, 'nobody@example.org')).toEqual([]);
  }
});

test("a refusal fails with the server's words without tokens, a temporary one waits, and nothing leaves by the installation's server", async () => {
  let answer = '';
  const { mailbox: own, settings } = await startOwnServer({
    onRcptTo: (_address, _session, callback) =>
      callback(answer ? Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }) : null),
  });
  const { tenant, owner } = await makeSchool();
  await owner.mailServer.save.mutate(settings);
  answer = '550 5.7.1 Sender not allowed';
  expect(await issued(tenant, 'refused@example.org')).toMatchObject({
    emailStatus: 'FAILED',
    emailError: '550 5.7.1 Sender not allowed',
  });
  const secret = 'bM3x'.repeat(11);
  answer = `554 5.7.1 http://laurel.example/my/${secret}?token=${secret} is listed, see https://lists.example/why?p=links`;
  expect(await issued(tenant, 'quoted@example.org')).toMatchObject({
    emailStatus: 'FAILED',
    emailError: '554 5.7.1 http://laurel.example/my/…?token=… is listed, see https://lists.example/why?p=links',
  });
  answer = '451 4.7.1 Greylisted';
  const id = await issue(tenant, 'later@example.org');
  expect(await refusedWith(id, /Greylisted/)).toMatchObject({ status: 'QUEUED' });
  answer = '';
  await waitFor(
    'the second attempt',
    () => read(tenant, id),
    ({ emailStatus }) => emailStatus === 'SENT',
  );
  expect(own.mails.flatMap(recipientsOf)).toEqual(['later@example.org']);
  for (const address of ['refused@example.org', 'later@example.org']) expect(arrived(mailbox, address)).toEqual([]);
});

test("mails that wait for a removed server leave by the installation's, and the reverse", async () => {
  const { owner, tenant } = await makeSchool();
  const { mailbox: own, settings } = await startOwnServer();
  await owner.mailServer.save.mutate({ ...settings, host: ownAddress() });
  const waiting = await issue(tenant, 'moved@example.org');
  await refusedWith(waiting, /ECONNREFUSED/);
  expect(await owner.mailServer.remove.mutate()).toEqual({ server: null });
  await waitFor(
    'the mail by the installation',
    () => arrived(mailbox, 'moved@example.org').length,
    (count) => count === 1,
  );
  await owner.mailServer.save.mutate(settings);
  expect(
    (await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { senderAddress: '' } })).status,
  ).toBe(200);
  expect(await owner.mailServer.get.query()).toMatchObject({ server: { isUsed: false } });
  await issued(tenant, 'unconfirmed@example.org');
  expect(arrived(mailbox, 'unconfirmed@example.org')).toHaveLength(1);
  expect(own.mails).toEqual([]);
  await expect(owner.mailServer.save.mutate(settings)).rejects.toMatchObject({
    data: { reason: 'sender_not_confirmed' },
  });
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

test('only owners see or change the server, and only with an address and a port of mail', async () => {
  const { tenant, owner } = await makeSchool();
  const admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@mail-server.example', 'admin'));
  const settings = { host: 'mail.school.example', port: 587 as const, username: '' };
  const forbidden = { data: { code: 'FORBIDDEN' } };
  await expect(admin.mailServer.get.query()).rejects.toMatchObject(forbidden);
  await expect(admin.mailServer.save.mutate(settings)).rejects.toMatchObject(forbidden);
  await expect(admin.mailServer.remove.mutate()).rejects.toMatchObject(forbidden);
  await expect(owner.mailServer.save.mutate({ ...settings, port: 80 as 25 })).rejects.toMatchObject({
    data: { details: [{ path: 'port' }] },
  });
  for (const host of [
    '',
    'localhost',
    'http://a.example',
    'a.example:25',
    '2130706433',
    '0x7f.1',
    'a.example/b',
    'a b.example',
  ])
    await expect(owner.mailServer.save.mutate({ ...settings, host }), host).rejects.toMatchObject({
      data: { details: [{ path: 'host' }] },
    });
  const international = await owner.mailServer.save.mutate({ ...settings, host: 'Mail.Schüle.Example.' });
  expect(international.server?.host).toBe('mail.xn--schle-mva.example');
  await expect(owner.mailServer.save.mutate({ ...settings, host: '10.0.0.1' })).rejects.toMatchObject({
    data: { reason: 'mail_server_private' },
  });
});

test('a server, name or password that was changed by SQL sends nothing', async () => {
  const { mailbox: own, settings } = await startOwnServer();
  const attacker = await startOwnServer({ authOptional: true });
  for (const change of [
    sql`smtp_host = ${attacker.settings.host}`,
    sql`smtp_port = 2525`,
    sql`smtp_username = 'attacker'`,
    sql`smtp_password = null, smtp_username = null`,
    sql`smtp_host = null, smtp_port = null, smtp_username = null, smtp_password = null`,
  ]) {
    const { tenant, owner } = await makeSchool();
    await owner.mailServer.save.mutate(settings);
    const id = await issue(tenant, 'victim@example.org');
    await laurel.rendered(tenant.key, id);
    await waitFor(
      'the first mail',
      () => read(tenant, id),
      ({ emailStatus }) => emailStatus === 'SENT',
    );
    own.mails.length = 0;
    const before = arrived(mailbox, 'victim@example.org').length;
    await sql`update organisations set ${change} where id = ${tenant.organisationId}`.execute(db());
    await laurel.call(`/certificates/${id}/email`, { key: tenant.key, body: {} });
    await waitFor(
      'the end of its job',
      async () => {
        const { rows } =
          await sql`select from laurel_own_mails._private_jobs where payload->>'organisationId' = ${tenant.organisationId}
          union all select from laurel_mails._private_jobs where payload->>'organisationId' = ${tenant.organisationId}`.execute(
            db(),
          );
        return rows.length;
      },
      (count) => count === 0,
    );
    expect([own.mails, attacker.mailbox.mails]).toEqual([[], []]);
    expect(arrived(mailbox, 'victim@example.org')).toHaveLength(before);
  }
});

test("a report with the identifier that the organisation's server was given settles its mail", async () => {
  const ids: string[] = [];
  const { settings } = await startOwnServer({
    hideDSN: false,
    onData: (stream, { envelope }, callback) => {
      ids.push(String((envelope as { dsn?: { envid?: string } }).dsn?.envid));
      simpleParser(stream).then(() => callback(), callback);
    },
  });
  const { tenant, owner } = await makeSchool();
  await owner.mailServer.save.mutate(settings);
  const { id } = await issued(tenant, 'bounced@example.org');
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-v]{42}$/)]);
  const report = (token: string | undefined) =>
    postfixReport({ to: 'office@school.example', recipient: 'bounced@example.org' }).replace(
      'Reporting-MTA:',
      `Original-Envelope-Id: ${token}\r\nReporting-MTA:`,
    );
  const post = (body: string) =>
    laurel.call('/bounces', { key: tenant.key, body, headers: { 'Content-Type': 'message/rfc822' } });
  expect((await post(report('0'.repeat(42)))).body.settled).toBe(0);
  expect((await post(report(ids[0]))).body).toEqual({ settled: 1, certificateId: id, emailStatus: 'BOUNCED' });
});
