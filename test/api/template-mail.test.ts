import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

const DESIGN = {
  name: 'First aid',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12, text: '{{name}}' }],
};

let laurel: Laurel;
let tenant: Tenant;
/** Key that may publish templates. */
let writer: string;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  writer = (await createApiKey(laurel.context(tenant), { name: 'writer', scopes: ['templates:write'] })).key;
  const body = {
    organizationName: 'Red Cross',
    emailSubject: 'Organisation’s subject',
    emailIntroMessage: 'Organisation’s words',
    emailSignature: 'Organisation’s signature',
  };
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body });
});

const put = (templateId: string, email: object | undefined) =>
  laurel.call(`/templates/${templateId}`, {
    key: writer,
    method: 'PUT',
    body: { ...DESIGN, ...(email && { email }) },
  });

async function mailed(templateId: string, address: string) {
  const body = { templateId, variables: { name: 'Ada' }, recipientEmail: address, sendEmail: true };
  const issued = await laurel.call('/certificates', { key: tenant.key, body });
  expect(issued.status).toBe(201);
  return lastMailTo(address);
}

test('a template has its own texts, and the organisation’s where it has none', async () => {
  const email = {
    subject: '{{recipientName}}, welcome to {{organizationName}}',
    signature: 'The trainers\nof {{name}}',
  };
  const { id } = await importTemplate(laurel.context(tenant), { ...DESIGN, email });
  const mail = await mailed(id, 'texts@template-mail.example');
  expect(mail.subject).toBe('Ada, welcome to Red Cross');
  expect(mail.text).toContain('Organisation’s words');
  expect(mail.text).toContain('The trainers\nof {{name}}');
  expect(mail.text).not.toContain('Organisation’s signature');
  expect(mail.attachments.map(({ contentType }) => contentType).sort()).toEqual(['application/pdf', 'image/jpeg']);
});

test('the current version decides on the mail of a certificate that was issued by a former one', async () => {
  const { id } = await importTemplate(laurel.context(tenant), {
    ...DESIGN,
    email: { attachment: false, intro: 'Hello' },
  });
  const bare = await mailed(id, 'bare@template-mail.example');
  expect(bare.attachments).toEqual([]);
  expect(bare.text).toContain('Hello');
  expect(String(bare.html)).not.toContain('cid:');
  const { body } = await laurel.call('/certificates?recipientEmail=bare@template-mail.example', { key: tenant.key });
  const [certificate] = body.certificates;
  expect(bare.text).toContain(certificate.verificationUrl);
  expect((await put(id, undefined)).status).toBe(200);
  const to = 'again@template-mail.example';
  const path = `/certificates/${certificate.id}/email`;
  expect((await laurel.call(path, { key: tenant.key, body: { recipientEmail: to } })).status).toBe(200);
  const again = await lastMailTo(to);
  expect(again.text).toContain('Organisation’s words');
  expect(again.attachments).toHaveLength(2);
});

test('refuses texts with other placeholders, of several lines or without content, by their place', async () => {
  const { id } = await importTemplate(laurel.context(tenant), DESIGN);
  const faultsOf = async (email: object) =>
    (await put(id, email)).body.details.map(({ path, code }: { path: string; code: string }) => `${path}: ${code}`);
  expect(await faultsOf({ subject: 'For {{course}}' })).toEqual(['email.subject: unknown_placeholder']);
  expect(await faultsOf({ intro: 'For {{' })).toEqual(['email.intro: unknown_placeholder']);
  expect(await faultsOf({ subject: 'One\nBcc: all@example.org' })).toEqual(['email.subject: several_lines']);
  expect(await faultsOf({ signature: ' ' })).toEqual(['email.signature: blank']);
  expect(await faultsOf({ attachment: 'no' })).toEqual(['email.attachment: wrong_type']);
  expect(await faultsOf({ subjct: 'x' })).toEqual(['email.subjct: unknown_member']);
});

test('previews the mail of a template with unsaved texts, and sends a test of it to the caller', async () => {
  const admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@template-mail.example', 'admin'));
  const template = { name: 'Driving', email: { subject: '{{templateName}} passed', attachment: false } };
  const preview = await admin.organisation.previewEmail.query({ template });
  expect(preview.subject).toBe('Driving passed');
  expect(preview.html).toContain('Organisation’s words');
  expect(preview.html).not.toContain('diploma-classic');
  const other = await admin.organisation.previewEmail.query({ template: { ...template, email: {} } });
  expect(other.html).toContain('diploma-classic');
  expect(await admin.organisation.sendTestEmail.mutate({ template })).toEqual({
    sentTo: 'admin@template-mail.example',
  });
  expect((await lastMailTo('admin@template-mail.example')).subject).toBe('Driving passed');
});

test('a template whose texts SQL has changed issues and mails nothing', async () => {
  const { id } = await importTemplate(laurel.context(tenant), { ...DESIGN, email: { subject: 'Genuine' } });
  await query(
    laurel,
    `update template_versions set rules = jsonb_set(rules, '{email,subject}', '"Forged"') where template_id = '${id}'`,
  );
  const body = {
    templateId: id,
    variables: { name: 'Ada' },
    recipientEmail: 'sql@template-mail.example',
    sendEmail: true,
  };
  const issued = await laurel.call('/certificates', { key: tenant.key, body });
  expect(issued.status).not.toBe(201);
});

test('an issuer previews the mail of a certificate before it is issued, and gets a test of it', async () => {
  const email = { subject: '{{recipientName}}, your {{templateName}}' };
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, email });
  const issuer = nativeClient(laurel, await sessionOf(laurel, tenant, 'issuer@template-mail.example', 'issuer'));
  const variables = { name: '<b>Zoë</b> ' };
  const preview = await issuer.batches.previewEmail.query({ templateId, variables });
  expect(preview).toMatchObject({
    ...{ subject: '<b>Zoë</b>, your First aid', sender: 'Red Cross', hasAttachment: true },
    picture: expect.stringMatching(/^cid:/),
  });
  expect(preview.html).toContain(String(preview.picture));
  expect(preview.html).not.toContain('<b>Zoë');
  const german = await issuer.batches.previewEmail.query({ templateId, variables, language: 'de' });
  expect(german.html).toContain('lang="de"');
  expect(await issuer.batches.sendTestEmail.mutate({ templateId, variables })).toEqual({
    sentTo: 'issuer@template-mail.example',
  });
  const test = await lastMailTo('issuer@template-mail.example');
  expect([test.subject, test.attachments]).toEqual(['<b>Zoë</b>, your First aid', []]);
  const bare = { ...DESIGN, email: { attachment: false } };
  const { id } = await importTemplate(laurel.context(tenant), bare);
  const linked = await issuer.batches.previewEmail.query({ templateId: id, variables });
  expect([linked.picture, linked.hasAttachment]).toEqual([null, false]);
});

test('a batch of the dashboard can e-mail only the certificates that have an address', async () => {
  const { id: templateId } = await importTemplate(laurel.context(tenant), DESIGN);
  const issuer = nativeClient(laurel, await sessionOf(laurel, tenant, 'some@template-mail.example', 'issuer'));
  const recipientEmail = 'addressed@template-mail.example';
  const recipients = [{ variables: { name: 'Ada' }, recipientEmail }, { variables: { name: 'Bob' } }];
  const all = { templateId, recipients, sendEmail: true };
  const faults = await issuer.batches.issue
    .mutate(all)
    .catch(({ data }) => data.details.map(({ path, code }: { path: string; code: string }) => [path, code]));
  expect(faults).toEqual([['recipients[1].recipientEmail', 'email_needed']]);
  const { batchId, certificates } = await issuer.batches.issue.mutate({ ...all, skipsMissingAddresses: true });
  await laurel.completed(tenant.key, batchId);
  expect((await lastMailTo(recipientEmail)).attachments).toHaveLength(2);
  const bob = await laurel.call(`/certificates/${certificates[1]?.id}`, { key: tenant.key });
  expect(bob.body.emailStatus).toBe('NONE');
  const none = { ...all, recipients: recipients.slice(1), skipsMissingAddresses: true };
  expect(await issuer.batches.issue.mutate(none)).toMatchObject({ total: 1 });
  // Not a member of the public operation.
  const refused = await laurel.call('/batches', { key: tenant.key, body: { ...all, skipsMissingAddresses: true } });
  expect(refused.status).toBe(400);
});
