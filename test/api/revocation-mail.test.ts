import { beforeAll, expect, test } from 'vitest';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let mailbox: Mailbox;
let tenant: Tenant;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent' });
  const made = await laurel.tenant();
  const elements = [{ type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12, text: '{{name}}' }];
  const design = {
    name: 'Kurs',
    language: 'de',
    recipientNameVariable: 'name',
    page: { width: 300, height: 200 },
    elements,
  };
  const { id: templateId } = await importTemplate(laurel.context(made), design);
  tenant = { ...made, templateId };
});

const issue = async (recipientEmail?: string) => {
  const { key, templateId } = tenant;
  const { body } = await laurel.call('/certificates', {
    key,
    body: { templateId, variables: { name: 'Ada' }, ...(recipientEmail && { recipientEmail }) },
  });
  return laurel.rendered(key, body.id);
};
const revoke = (id: string, more: object = {}) =>
  laurel.call(`/certificates/${id}/revoke`, {
    key: tenant.key,
    body: { reason: 'Prüfung <nicht> bestanden', ...more },
  });
const mailsTo = (address: string) => mailbox.mails.filter((mail) => recipientsOf(mail).includes(address));

test('a revocation is mailed with its reason in the language of the certificate, only if wanted, and once', async () => {
  const replies = { replyTo: 'office@example.org' };
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: replies });
  const [told, silent] = [await issue('told@example.org'), await issue('silent@example.org')];
  expect((await revoke(silent.id)).status).toBe(200);
  expect((await revoke(told.id, { sendEmail: true })).body.status).toBe('REVOKED');
  expect((await revoke(told.id, { sendEmail: true })).status).toBe(200);
  await waitFor(
    'the mail',
    () => mailsTo('told@example.org').length,
    (count) => count === 1,
  );
  const [mail] = mailsTo('told@example.org');
  expect(mail?.subject).toBe('Widerrufen: Kurs');
  expect(mail?.replyTo?.text).toBe('office@example.org');
  expect(mail?.text).toContain('Grund: Prüfung <nicht> bestanden');
  expect(mail?.html).toContain('Prüfung &lt;nicht&gt; bestanden');
  expect(mail?.text).toContain(told.verificationUrl);
  expect(mail?.text).toContain(`Alle Ihre Zertifikate finden Sie unter:\n${laurel.url}/my`);
  expect(mail?.html).toContain(`href="${laurel.url}/my"`);
  expect(mail?.attachments.map(({ contentType }) => contentType)).not.toContain('application/pdf');
  const status = async () => (await laurel.call(`/certificates/${told.id}`, { key: tenant.key })).body.emailStatus;
  await waitFor('the state of the mail', status, (one) => one === 'SENT');
  expect(mailsTo('silent@example.org')).toEqual([]);
  expect(mailsTo('told@example.org')).toHaveLength(1);
});

test('a revocation of many is mailed to those with an address, within the limit of their mailbox, and once', async () => {
  const certificates = [await issue('many@example.org'), await issue(), await issue('full@example.org')];
  const ids = certificates.map(({ id }) => id);
  for (let sent = 0; sent < 5; sent++)
    await laurel.call(`/certificates/${ids[2]}/email`, { key: tenant.key, body: {} });
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@many.example', 'owner'));
  const input = { selection: { ids }, reason: 'Falsches Datum', sendEmail: true };
  await owner.certificates.revokeMany.mutate(input);
  const done = async () => (await owner.certificates.bulkActions.query()).actions.map(({ processed }) => processed);
  await waitFor('the revocations', done, (counts) => counts.includes(3));
  for (const id of ids)
    expect((await laurel.call(`/certificates/${id}`, { key: tenant.key })).body.status).toBe('REVOKED');
  const revocations = (address: string) => mailsTo(address).filter(({ subject }) => subject === 'Widerrufen: Kurs');
  await waitFor(
    'the mail',
    () => revocations('many@example.org').length,
    (count) => count === 1,
  );
  expect(revocations('many@example.org')[0]?.text).toContain('Grund: Falsches Datum');
  await owner.certificates.revokeMany.mutate({ ...input, reason: 'Noch einmal' });
  await waitFor('the second action', done, (counts) => counts.filter((count) => count === 3).length === 2);
  expect(revocations('many@example.org')).toHaveLength(1);
  expect(revocations('full@example.org')).toEqual([]);
});

test('without an address a revocation with a mail is refused, and the certificate stays valid', async () => {
  const { id } = await issue();
  const { status, body } = await revoke(id, { sendEmail: true });
  expect([status, body.reason]).toEqual([409, 'no_recipient_address']);
  expect((await laurel.call(`/certificates/${id}`, { key: tenant.key })).body.status).toBe('GENERATED');
});
