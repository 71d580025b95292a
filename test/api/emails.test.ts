import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { runBulkAction } from '../../domain/bulk/run.ts';
import { sendEmail } from '../../domain/emailing/send.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { authenticate } from '../support/authentic.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';
import { difference } from '../support/pictures.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let mailbox: Mailbox;
/** Server's replies to recipients, by local part. */
const refusals: Record<string, number> = { refused: 550, busy: 451 };
/** Addresses whose recipient was refused. */
const refused: string[] = [];
const hangsUp = new Set<string>();

beforeAll(async () => {
  mailbox = await Mailbox.start({
    onRcptTo: ({ address }, _session, callback) => {
      const code = refusals[address.split('@')[0] ?? ''];
      if (code) refused.push(address);
      callback(code ? Object.assign(new Error(`says ${code}`), { responseCode: code }) : null);
    },
    onData: (stream, session, callback) => {
      simpleParser(stream).then((mail) => {
        const [to] = session.envelope.rcptTo;
        mailbox.mails.push(mail);
        // The message is accepted, and the connection breaks before the reply.
        if (to && hangsUp.delete(to.address)) return void mailbox.breakConnections();
        callback();
      }, callback);
    },
  });
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, MAIL_FROM: 'Certificates <certs@example.org>' });
});

async function send(
  { key, templateId }: Tenant,
  recipientEmail: string,
  variables: Record<string, string> = VARIABLES,
) {
  const body = { templateId, variables, recipientEmail, sendEmail: true };
  return (await laurel.call('/certificates', { key, body })).body;
}

async function emailed({ key }: Tenant, id: string, ...states: string[]) {
  const read = async () => (await laurel.call(`/certificates/${id}`, { key })).body;
  return waitFor(`an e-mail in state ${states}`, read, ({ emailStatus }) => states.includes(emailStatus));
}

const mailsTo = (address: string) => mailbox.mails.filter((mail) => recipientsOf(mail).includes(address));

test('e-mails a certificate once, with its PDF, in the branding of its organisation', async () => {
  const tenant = await laurel.tenant();
  const { key } = tenant;
  const logo = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#0a7f5b' } })
    .webp()
    .toBuffer();
  const form = new FormData();
  form.append('logo', new Blob([new Uint8Array(logo)]));
  await laurel.call('/organisation/logo', { key, body: form });
  await laurel.call('/organisation', {
    key,
    method: 'PUT',
    body: {
      organizationName: 'Akademia <Łódź>',
      brandColor: '#0A7F5B',
      websiteUrl: 'https://example.org/?a=1&b=2',
      emailSenderName: 'Ada & "Friends"',
      emailSubject: '{{recipientName}}: {{templateName}} – {{organizationName}}',
      emailIntroMessage: 'Dear {{recipientName}},\n1 < 2 & {{templateName}}.',
      emailSignature: 'Yours,\nAda',
      replyTo: ' Office@bücher.example ',
    },
  });
  const name = '<b>Zoë</b> {{templateName}}';
  const issued = await send(tenant, 'zoe@example.org', { ...VARIABLES, name });
  const certificate = await emailed(tenant, issued.id, 'SENT');
  const [mail, ...more] = mailsTo('zoe@example.org');
  expect(more).toEqual([]);
  expect(mail?.from?.value).toEqual([{ name: 'Ada & "Friends"', address: 'certs@example.org' }]);
  expect(mail?.headerLines.find(({ key }) => key === 'reply-to')?.line).toBe('Reply-To: Office@xn--bcher-kva.example');
  expect(mail?.subject).toBe(`${name}: Diploma of distinction – Akademia <Łódź>`);
  expect(mail?.text).toContain(`Dear ${name},\n1 < 2 & Diploma of distinction.`);
  expect(mail?.text).toContain(certificate.verificationUrl);
  expect(mail?.text).toContain(`All your certificates are at:\n${laurel.url}/my`);
  const html = String(mail?.html);
  expect(html).toContain('Dear &lt;b&gt;Zoë&lt;/b&gt; {{templateName}},<br>1 &lt; 2 &amp; Diploma of distinction.');
  expect(html).toContain('Yours,<br>Ada');
  expect(html).toContain('https://example.org/?a=1&amp;b=2');
  expect(html.toLowerCase()).toContain('#0a7f5b');
  expect(html).not.toContain('[[');
  // Nothing is fetched from elsewhere: no fonts or style sheets.
  expect(html).not.toMatch(/<link|@import|url\(/i);
  expect(mail?.headers.has('list-unsubscribe')).toBe(false);
  const [pdf, picture] = [
    mail?.attachments.find(({ contentType }) => contentType === 'application/pdf'),
    mail?.attachments.find(({ contentType }) => contentType === 'image/png'),
  ];
  const stored = Buffer.from(await (await fetch(certificate.pdfUrl)).arrayBuffer());
  expect(pdf?.content.equals(stored)).toBe(true);
  expect(pdf?.filename).toMatch(/^Diploma of distinction - .*Zoë.*\.pdf$/);
  expect((await sharp(picture?.content).metadata()).format).toBe('png');
  // The picture of the certificate, which links to its page.
  const shown = mail?.attachments.find(({ contentType }) => contentType === 'image/jpeg');
  const image = new Uint8Array(await (await fetch(certificate.imageUrl)).arrayBuffer());
  const { width } = await sharp(shown?.content).metadata();
  expect(await difference(await sharp(image).resize(width).png().toBuffer(), shown?.content ?? image)).toBeLessThan(4);
  expect(html).toContain(`<a href="${certificate.verificationUrl}"><img src=`);
});

test('previews a mail with unsaved settings, and sends a test of it to the caller', async () => {
  const tenant = await laurel.tenant();
  const admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'designer@example.org', 'admin'));
  const fields = { emailSubject: 'For {{recipientName}}', emailIntroMessage: 'x'.repeat(4900), brandColor: '#C2410C' };
  const preview = await admin.organisation.previewEmail.query(fields);
  expect(preview.subject).toBe('For Eleanor Whitcombe');
  expect(preview.html.toLowerCase()).toContain('#c2410c');
  expect(preview.html).toMatch(/All your certificates are at<\/span> <a href="[^"]+\/my"/);
  expect(await admin.organisation.sendTestEmail.mutate(fields)).toEqual({ sentTo: 'designer@example.org' });
  expect(mailsTo('designer@example.org')).toMatchObject([{ subject: 'For Eleanor Whitcombe' }]);
  expect((await laurel.call('/organisation', { key: tenant.key })).body.emailSubject).toBeNull();
  const saved = { replyTo: 'office@example.org' };
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: saved });
  // As saved, changed, and cleared.
  for (const unsaved of [{}, { replyTo: 'desk@example.org' }, { replyTo: '' }])
    await admin.organisation.sendTestEmail.mutate(unsaved);
  const replies = mailsTo('designer@example.org').map(({ replyTo }) => replyTo?.text);
  expect(replies.slice(-3)).toEqual(['office@example.org', 'desk@example.org', undefined]);
  const unknown = admin.organisation.previewEmail.query({ emailSubject: '{{nobody}}' });
  expect((await unknown.catch((error) => error.data.details))[0]).toMatchObject({ path: 'emailSubject' });
  const issuer = nativeClient(laurel, await sessionOf(laurel, tenant, 'other@example.org', 'issuer'));
  expect(await issuer.organisation.sendTestEmail.mutate(fields).catch(codeOf)).toBe('FORBIDDEN');
});

test.each(['\n', '\r\n', '\t'])('rejects %j in a one-line name', async (control) => {
  const { key, templateId } = await laurel.tenant();
  const variables = { ...VARIABLES, name: `Eve${control}Bcc: everyone@example.org` };
  const { status, body } = await laurel.call('/certificates', { key, body: { templateId, variables } });
  expect([status, body.details]).toMatchObject([400, [{ path: 'variables.name', code: 'control_character' }]]);
});

test('sends an e-mail again on request, if it can be sent', async () => {
  const tenant = await laurel.tenant();
  const { key } = tenant;
  const { id } = await send(tenant, 'again@example.org');
  await emailed(tenant, id, 'SENT');
  const again = await laurel.call(`/certificates/${id}/email`, { key, method: 'POST' });
  expect([again.status, again.body.emailStatus]).toEqual([200, 'QUEUED']);
  await emailed(tenant, id, 'SENT');
  expect(mailsTo('again@example.org')).toHaveLength(2);
  const nobody = await laurel.issue(tenant);
  expect(nobody.emailStatus).toBe('NONE');
  const refused = await laurel.call(`/certificates/${nobody.id}/email`, { key, method: 'POST' });
  expect([refused.status, refused.body.reason]).toEqual([409, 'no_recipient_address']);
  await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: 'wrong name' } });
  const revoked = await laurel.call(`/certificates/${id}/email`, { key, method: 'POST' });
  expect([revoked.status, revoked.body.reason]).toEqual([409, 'certificate_revoked']);
});

test('an e-mail waits for the rendering, and one to a former address is cancelled', async () => {
  const tenant = await laurel.tenant();
  const { id } = await laurel.rendered(tenant.key, (await laurel.issue(tenant)).id);
  const em = laurel.installation.services.em();
  await em.execute(`update certificates set render_status = 'PENDING' where id = '${id}'`);
  const [former, present] = ['former@waiting.example', 'present@waiting.example'];
  for (const recipientEmail of [former, present]) {
    const body = { recipientEmail };
    const answer = await laurel.call(`/certificates/${id}/email`, { key: tenant.key, body });
    expect([answer.status, answer.body.emailStatus]).toEqual([200, 'QUEUED']);
  }
  await emailed(tenant, (await send(tenant, 'later@waiting.example')).id, 'SENT');
  expect([...mailsTo(former), ...mailsTo(present)]).toEqual([]);
  const emails = await em.execute(
    `select recipient, status, error from emails where certificate_id = '${id}' order by id`,
  );
  expect(emails).toEqual([
    { recipient: former, status: 'FAILED', error: 'the address was changed before it was sent' },
    { recipient: present, status: 'QUEUED', error: null },
  ]);
  await em.execute(`update certificates set render_status = 'COMPLETED' where id = '${id}'`);
  await laurel.call(`/certificates/${id}/email`, { key: tenant.key, body: {} });
  await emailed(tenant, id, 'SENT');
});

test('a permanent refusal fails the mail; a temporary one keeps it queued and is retried', async () => {
  const tenant = await laurel.tenant();
  const unknown = await send(tenant, 'refused@example.org');
  expect(await emailed(tenant, unknown.id, 'FAILED', 'SENT')).toMatchObject({
    emailStatus: 'FAILED',
    renderStatus: 'COMPLETED',
  });
  const busy = await send(tenant, 'busy@example.org');
  await laurel.rendered(tenant.key, busy.id);
  await waitFor(
    'a refusal',
    () => refused,
    (addresses) => addresses.includes('busy@example.org'),
  );
  expect(await emailed(tenant, busy.id, 'QUEUED')).toMatchObject({ renderStatus: 'COMPLETED' });
  delete refusals.busy;
  await emailed(tenant, busy.id, 'SENT');
  expect(mailsTo('busy@example.org')).toHaveLength(1);
});

test('a mail that may have been sent is UNCERTAIN, is not sent again, and is listed for a decision', async () => {
  const tenant = await laurel.tenant();
  hangsUp.add('lost@example.org');
  const { id } = await send(tenant, 'lost@example.org');
  expect(await emailed(tenant, id, 'UNCERTAIN', 'SENT', 'FAILED')).toMatchObject({ emailStatus: 'UNCERTAIN' });
  const jobs = sql<{ payload: object }>`select payload from laurel_mails._private_jobs
    where payload->>'emailId' in (select id::text from emails where certificate_id = ${id})`;
  const read = async () => (await jobs.execute(database(laurel.installation.services.em()))).rows;
  await waitFor('no job that could send the e-mail', read, ({ length }) => length === 0);
  expect(mailsTo('lost@example.org')).toHaveLength(1);
  const { uncertainEmails, violations } = await reconcile(laurel.installation.services);
  expect(uncertainEmails).toMatchObject([{ certificateId: id, recipient: 'lost@example.org' }]);
  expect(violations).toEqual([]);
  const viewer = nativeClient(laurel, await sessionOf(laurel, tenant, 'viewer@lost.example', 'viewer'));
  const { emails, errors } = await viewer.statistics.overview.query();
  expect(emails).toMatchObject({ UNCERTAIN: 1, SENT: 0 });
  expect(errors).toMatchObject([{ kind: 'email', id, about: 'lost@example.org' }]);
});

test('a mail that was being sent when its process died is UNCERTAIN and not sent twice', async () => {
  const tenant = await laurel.tenant();
  const { id } = await laurel.issue(tenant);
  const db = database(laurel.installation.services.em());
  const { organisationId } = tenant;
  await sql`insert into emails (organisation_id, id, kind, certificate_id, recipient, status, created_at, claimed_at, mac)
    values (${organisationId}, ${id}, 'CERTIFICATE', ${id}, 'dead@example.org', 'SENDING', now(), now(), '')`.execute(
    db,
  );
  await authenticate(laurel.installation.services, 'emails', sql`id = ${id}`);
  const payload = JSON.stringify({ organisationId, emailId: id });
  await sql`select count(*) from laurel_mails.add_job('send-email', ${payload}::json)`.execute(db);
  await emailed(tenant, id, 'UNCERTAIN');
  expect(mailsTo('dead@example.org')).toEqual([]);
});

test('writes e-mails to the outbox without a mail server', async () => {
  const other = await Laurel.start();
  const tenant = await other.tenant();
  const { key, templateId } = tenant;
  const body = {
    templateId,
    sendEmail: true,
    recipients: ['a', 'b'].map((name) => ({
      variables: { ...VARIABLES, name },
      recipientEmail: `${name}@example.org`,
    })),
  };
  expect((await other.call('/batches', { key, body })).status).toBe(201);
  const outbox = join(other.operatorEnvironment().DATA_DIR ?? '', 'outbox');
  const read = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const files = await waitFor('two e-mails in the outbox', read, ({ length }) => length >= 2);
  const mails = await Promise.all(files.map(async (file) => simpleParser(await readFile(join(outbox, file)))));
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Your certificate: Diploma of distinction'));
  expect(mails.map(({ attachments }) => attachments.at(-1)?.contentType)).toEqual(Array(2).fill('application/pdf'));
});

test('links of e-mails in the outbox work', async () => {
  const other = await Laurel.start();
  const tenant = await other.tenant();
  const owner = nativeClient(other, await sessionOf(other, tenant, 'owner@outbox.example', 'owner'));
  const outbox = join(other.operatorEnvironment().DATA_DIR ?? '', 'outbox');
  const linkTo = (address: string) =>
    waitFor(`a link for ${address}`, async () => {
      const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
      const mails = await Promise.all(files.map(async (file) => simpleParser(await readFile(join(outbox, file)))));
      const mail = mails.find((one) => recipientsOf(one).includes(address));
      return /https?:\S+/.exec(mail?.text?.split('\n').find((line) => line.includes('token=')) ?? '')?.[0];
    });
  await owner.members.invite.mutate({ email: 'new@outbox.example', role: 'viewer' });
  const token = new URL((await linkTo('new@outbox.example')) ?? '').searchParams.get('token') ?? '';
  expect(await owner.invitations.get.query({ token })).toMatchObject({ email: 'new@outbox.example', role: 'viewer' });
  await other.call('/certificates', {
    key: tenant.key,
    body: { templateId: tenant.templateId, variables: VARIABLES, recipientEmail: 'ada@outbox.example' },
  });
  await fetch(`${other.url}/my/link`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ email: 'ada@outbox.example' }) },
  });
  const page = await fetch((await linkTo('ada@outbox.example')) ?? '');
  expect([page.status, /action="\/my\/enter/.test(await page.text())]).toEqual([200, true]);
});

test('one request e-mails many certificates, each possible one once, even if the job runs twice', async () => {
  const tenant = await laurel.tenant();
  const session = await sessionOf(laurel, tenant, 'many@example.org', 'owner');
  // The limit of a mailbox does not count the first mail of a certificate.
  const addresses = Array.from({ length: 25 }, (_, index) => `many${Math.min(index, 19)}@example.org`);
  const recipients = [...addresses, undefined].map((recipientEmail) => ({
    variables: VARIABLES,
    ...(recipientEmail && { recipientEmail }),
  }));
  const { body } = await laurel.call('/batches', {
    key: tenant.key,
    body: { templateId: tenant.templateId, recipients },
  });
  await laurel.completed(tenant.key, body.batchId);
  const native = nativeClient(laurel, session);
  const { id: actionId, total } = await native.certificates.emailMany.mutate({ selection: { filter: {} } });
  expect(total).toBe(26);
  const key = { organisationId: tenant.organisationId, actionId };
  await Promise.all([1, 2].map(() => runBulkAction(laurel.installation.services, key)));
  expect((await native.certificates.bulkActions.query()).actions).toMatchObject([{ processed: 26, skipped: 1 }]);
  for (const { id } of body.certificates.slice(0, 25)) await emailed(tenant, id, 'SENT');
  const countOf = (address: string) => addresses.filter((other) => other === address).length;
  expect(addresses.map((address) => mailsTo(address).length)).toEqual(addresses.map(countOf));
  // A later request of the same person sends again.
  const ids = body.certificates.slice(0, 2).map(({ id }: { id: string }) => id);
  await native.certificates.emailMany.mutate({ selection: { ids } });
  await expect.poll(() => [0, 1].map((index) => mailsTo(`many${index}@example.org`).length)).toEqual([2, 2]);
});

test('e-mails the author of a batch once if it took more than a minute', async () => {
  const tenant = await laurel.tenant();
  const native = nativeClient(laurel, await sessionOf(laurel, tenant, 'patient@example.org', 'owner'));
  const { templateId } = tenant;
  const recipients = [{ variables: VARIABLES }, { variables: VARIABLES }];
  const db = database(laurel.installation.services.em());
  const quick = await native.batches.issue.mutate({ templateId, recipients, name: 'Quick' });
  await laurel.completed(tenant.key, quick.batchId);
  // A batch that started two minutes ago.
  await laurel.stop();
  await laurel.launch({ ROLE: 'api' });
  const slow = await nativeClient(
    laurel,
    await sessionOf(laurel, tenant, 'patient@example.org', 'owner'),
  ).batches.issue.mutate({ templateId, recipients, name: 'Spring', fileName: 'people.xlsx' });
  await sql`update batches set created_at = created_at - interval '2 minutes' where id = ${slow.batchId}`.execute(db);
  await authenticate(laurel.installation.services, 'batches', sql`id = ${slow.batchId}`);
  await laurel.stop();
  await laurel.launch({ ROLE: 'all' });
  await expect
    .poll(() => mailsTo('patient@example.org').map(({ subject }) => subject))
    .toEqual(['Your batch “Spring” is done']);
  // A repeated job sends nothing.
  const { rows } = await sql<{ id: string }>`select id from emails where subject_id = ${slow.batchId}`.execute(db);
  const { organisationId } = tenant;
  for (const { id: emailId } of rows) await sendEmail(laurel.installation.services, { organisationId, emailId });
  expect(rows).toHaveLength(1);
  expect(mailsTo('patient@example.org')).toHaveLength(1);
  expect(mailsTo('patient@example.org')[0]?.text).toContain(`/o/${tenant.organisationId}/batches/${slow.batchId}`);
});
