import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let mailbox: Mailbox;
let ascii: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  ascii = await Mailbox.start({ hideSMTPUTF8: true });
  laurel = await Laurel.start({ SMTP_URL: mailbox.url });
});

const issue = async ({ key, templateId }: Tenant, recipientEmail: string | undefined, more: object = {}) => {
  const body = { templateId, variables: VARIABLES, recipientEmail, ...more };
  return laurel.call('/certificates', { key, body });
};
const get = async ({ key }: Tenant, path: string) => (await laurel.call(path, { key })).body;
const list = (tenant: Tenant, query = '') => get(tenant, `/recipients?${query}`);

let members = 0;
const memberOf = async (installation: Laurel, tenant: Tenant) =>
  nativeClient(installation, await sessionOf(installation, tenant, `m${++members}@recipients.example`, 'owner'));

async function settled(tenant: Tenant, id: string, from = laurel) {
  const read = async () => (await from.call(`/certificates/${id}`, { key: tenant.key })).body;
  return waitFor(`the end of the e-mail of ${id}`, read, ({ emailStatus }) =>
    /SENT|FAILED|UNCERTAIN/.test(emailStatus),
  );
}

test.each([
  ['o&m@example.org', 'o&m@example.org'],
  ['a/b=c!d@Example.ORG', 'a/b=c!d@example.org'],
  ["o'brien+tag{x}|~`^?*%$#@example.org", "o'brien+tag{x}|~`^?*%$#@example.org"],
  ['anne@müller.example', 'anne@xn--mller-kva.example'],
  ['a@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g', 'a@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['Ünal@example.org', 'ünal@example.org'],
  ['A\u0308nne@example.org', 'änne@example.org'],
  ['x@1and1.example', 'x@1and1.example'],
  [`${'x'.repeat(64)}@example.org`, `${'x'.repeat(64)}@example.org`],
])('accepts the address %s with the mailbox %s', async (address, mailbox) => {
  const tenant = await laurel.tenant();
  const { status, body } = await issue(tenant, `\u200b \t${address}\ufeff\n`);
  expect([status, body.recipientEmail]).toEqual([201, address.normalize('NFC')]);
  const rows = await database(laurel.installation.services.em())
    .selectFrom('recipients')
    .select('mailbox')
    .where('organisationId', '=', tenant.organisationId)
    .execute();
  expect(rows).toEqual([{ mailbox }]);
});

test.each([
  ['"quoted"@example.org', 'quotes'],
  ['ada@[192.0.2.1]', 'an address literal'],
  ['ada@192.0.2.1', 'an IP address as the domain'],
  ['ada@localhost', 'a domain without a dot'],
  ['ada@example.org.', 'a trailing dot'],
  ['ada＠example.org', 'a full-width sign'],
  ['a\u200bda@example.org', 'a zero-width character'],
  ['ada@exam\u00adple.org', 'a soft hyphen'],
  ['a..b@example.org', 'two dots'],
  ['.ada@example.org', 'a leading dot'],
  ['ada lovelace@example.org', 'a space'],
  ['ada@exa_mple.org', 'an underscore in the domain'],
  ['ada@-example.org', 'a label with a leading hyphen'],
  ['ada@example.org/team', 'a path after the domain'],
  ['ada@example.org?subject=Hello', 'a query after the domain'],
  ['ada@example.org#team', 'a fragment after the domain'],
  ['ada@example.org\\team', 'a backslash after the domain'],
  ['ada@ex%61mple.org', 'a percent-encoded domain'],
  ['Ada <ada@example.org>', 'a name'],
  ['ada@example.org, bob@example.org', 'two addresses'],
  [`${'x'.repeat(65)}@example.org`, 'a long local part'],
  [`${'ü'.repeat(33)}@example.org`, 'a local part with too many bytes'],
  ['ada@xn--zzzzzz--.org', 'a label that is not Punycode'],
])('rejects the address %s: %s', async (address) => {
  const { status, body } = await issue(await laurel.tenant(), address);
  expect([status, body.details]).toMatchObject([400, [{ path: 'recipientEmail', code: 'not_an_email' }]]);
});

test('a recipient has one mailbox, with the name and address of the latest certificate', async () => {
  const tenant = await laurel.tenant();
  const first = await issue(tenant, 'Ada@Example.org');
  const second = await issue(tenant, 'ada@example.ORG', { variables: { ...VARIABLES, name: 'Ada King' } });
  for (const { body } of [first, second]) await laurel.rendered(tenant.key, body.id);
  const { body: last } = await issue(tenant, 'bob@example.org');
  await issue(tenant, undefined);
  const { recipients, nextCursor } = await list(tenant);
  const { recipientId } = await get(tenant, `/certificates/${last.id}`);
  expect(nextCursor).toBeNull();
  expect(recipients).toMatchObject([
    { email: 'ada@example.ORG', name: 'Ada King', certificateCount: 2 },
    {
      id: recipientId,
      email: 'bob@example.org',
      name: VARIABLES.name,
      certificateCount: 1,
      lastIssuedAt: last.createdAt,
    },
  ]);
  const [{ id }] = recipients;
  expect(await get(tenant, `/recipients/${id}`)).toEqual(recipients[0]);
  const byId = await get(tenant, `/certificates?recipientId=${id}`);
  const byAddress = await get(tenant, `/certificates?recipientEmail=${encodeURIComponent(' ADA@example.org')}`);
  expect(byId.certificates.map(({ recipientName }: { recipientName: string }) => recipientName)).toEqual([
    'Ada King',
    VARIABLES.name,
  ]);
  expect(byAddress).toEqual(byId);
});

test('a recipient is found by the name on the latest certificate, also after other ones change or move', async () => {
  const tenant = await laurel.tenant();
  const named = (name: string) => ({ variables: { ...VARIABLES, name } });
  const { body: older } = await issue(tenant, 'ada@example.org', named('Ada Byron'));
  const { body: latest } = await issue(tenant, 'ada@example.org', named('Ada King'));
  const found = async (text: string) =>
    (await list(tenant, `search=${text}`)).recipients.map(({ name }: { name: string }) => name);
  const { key } = tenant;
  const correction = { variables: { name: 'Ada Noel' }, reason: 'misspelt' };
  expect((await laurel.call(`/certificates/${older.id}/correct`, { key, body: correction })).status).toBe(201);
  expect([await found('king'), await found('noel')]).toEqual([['Ada King'], []]);
  const moved = { recipientEmail: 'king@example.org' };
  expect((await laurel.call(`/certificates/${latest.id}/email`, { key, body: moved })).status).toBe(200);
  expect([await found('noel'), await found('king')]).toEqual([['Ada Noel'], ['Ada King']]);
});

test('lists recipients in pages, ordered by address, and finds them by name and address', async () => {
  const tenant = await laurel.tenant();
  const names = ['Zoë Ångström', 'Anna Łuczak', 'محمد علي', '山田太郎', 'Ivo Novák'];
  const recipients = names.map((name, index) => ({
    variables: { ...VARIABLES, name },
    recipientEmail: `r${index}@${index % 2 ? 'odd' : 'even'}.example`,
  }));
  await laurel.call('/batches', { key: tenant.key, body: { templateId: tenant.templateId, recipients } });
  const found: string[] = [];
  let cursor = '';
  do {
    const page = await list(tenant, `limit=2${cursor && `&cursor=${cursor}`}`);
    found.push(...page.recipients.map(({ name }: { name: string }) => name));
    cursor = page.nextCursor;
  } while (cursor);
  expect(found).toEqual(names);
  const search = async (text: string) =>
    (await list(tenant, `search=${encodeURIComponent(text)}`)).recipients.map(({ name }: { name: string }) => name);
  expect(await search('łucz')).toEqual(['Anna Łuczak']);
  expect(await search('ODD.example')).toEqual(['Anna Łuczak', '山田太郎']);
  expect(await search('山')).toEqual(['山田太郎']);
  expect(await search('nobody')).toEqual([]);
  const { status, body } = await laurel.call(`/recipients?cursor=${crypto.randomUUID()}`, { key: tenant.key });
  expect([status, body.details]).toMatchObject([400, [{ path: 'cursor', code: 'unknown_cursor' }]]);
});

test('recipients of another organisation are not found, and reading them needs its scope', async () => {
  const [owner, other] = [await laurel.tenant(), await laurel.tenant()];
  await issue(owner, 'ada@example.org');
  const { recipients } = await list(owner);
  expect((await list(other)).recipients).toEqual([]);
  expect((await laurel.call(`/recipients/${recipients[0].id}`, { key: other.key })).status).toBe(404);
  expect((await get(other, `/certificates?recipientId=${recipients[0].id}`)).certificates).toEqual([]);
  const { key } = await laurel.tenant({ scopes: ['credits:read'] });
  expect((await laurel.call('/recipients', { key })).status).toBe(403);
});

test("a mail to another address goes only there, and changes the certificate's address", async () => {
  const tenant = await laurel.tenant();
  const { body: issued } = await issue(tenant, 'wrong@example.org');
  await laurel.rendered(tenant.key, issued.id);
  const path = `/certificates/${issued.id}/email`;
  const { status, body } = await laurel.call(path, { key: tenant.key, body: { recipientEmail: ' right@example.org' } });
  expect([status, body.recipientEmail, body.emailStatus]).toEqual([200, 'right@example.org', 'QUEUED']);
  expect((await settled(tenant, issued.id)).emailStatus).toBe('SENT');
  // Without a body it goes to the current address.
  await laurel.call(path, { key: tenant.key, method: 'POST' });
  await settled(tenant, issued.id);
  expect(mailbox.mails.filter((mail) => recipientsOf(mail).includes('wrong@example.org'))).toEqual([]);
  expect(mailbox.mails.filter((mail) => recipientsOf(mail).includes('right@example.org'))).toHaveLength(2);
  const { recipients } = await list(tenant);
  expect(recipients.map(({ email }: { email: string }) => email)).toEqual(['right@example.org']);
  const owner = await memberOf(laurel, tenant);
  const { entries } = await owner.audit.list.query({});
  expect(entries.map(({ action }) => action).filter((action) => action !== 'account.signIn')).toEqual([
    'certificates.email',
    'certificates.changeAddress',
    'certificates.email',
  ]);
  expect(await get(tenant, `/certificates/${issued.id}`)).toMatchObject({ recipientEmail: 'right@example.org' });
  expect((await get(tenant, `/verify/${issued.verificationHash}`)).valid).toBe(true);
  expect(await reconcile(laurel.installation.services)).toMatchObject({ violations: [] });
});

test('the first mail gives a certificate its address, and an invalid address changes nothing', async () => {
  const tenant = await laurel.tenant();
  const { body: issued } = await issue(tenant, undefined);
  const path = `/certificates/${issued.id}/email`;
  const none = await laurel.call(path, { key: tenant.key, method: 'POST' });
  expect([none.status, none.body.reason]).toEqual([409, 'no_recipient_address']);
  const wrong = await laurel.call(path, { key: tenant.key, body: { recipientEmail: 'ada@localhost' } });
  expect([wrong.status, wrong.body.details[0].code]).toEqual([400, 'not_an_email']);
  const misspelt = await laurel.call(path, { key: tenant.key, body: { email: 'ada@example.org' } });
  expect(misspelt.body.details).toMatchObject([{ path: 'email', params: { suggestion: 'recipientEmail' } }]);
  expect((await list(tenant)).recipients).toEqual([]);
  const mailed = await laurel.call(path, { key: tenant.key, body: { recipientEmail: 'ada@example.org' } });
  expect([mailed.status, mailed.body.recipientEmail]).toEqual([200, 'ada@example.org']);
  expect((await settled(tenant, issued.id)).emailStatus).toBe('SENT');
  expect((await list(tenant)).recipients).toMatchObject([{ email: 'ada@example.org', certificateCount: 1 }]);
});

test('the credential keeps the mailbox digest from the time of issue, whatever the address at rendering', async () => {
  const tenant = await laurel.tenant();
  const { body: issued } = await issue(tenant, 'Änne@MÜLLER.example');
  await laurel.call(`/certificates/${issued.id}/email`, { key: tenant.key, body: { recipientEmail: 'b@example.org' } });
  await laurel.rendered(tenant.key, issued.id);
  const credential = await get(tenant, `/certificates/${issued.id}/credential`);
  const [{ identityHash, identityType, salt }] = credential.credentialSubject.identifier;
  const digest = createHash('sha256').update(`änne@xn--mller-kva.example${salt}`).digest('hex');
  expect([identityType, identityHash]).toEqual(['emailAddress', `sha256$${digest}`]);
  expect(await get(tenant, `/verify/${issued.verificationHash}`)).toMatchObject({
    valid: true,
    integrityVerified: true,
  });
});

test('sends non-ASCII local parts only to servers with SMTPUTF8, and domains as xn--', async () => {
  const other = await Laurel.start({ SMTP_URL: ascii.url });
  const send = async (installation: Laurel, recipientEmail: string) => {
    const tenant = await installation.tenant();
    const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail, sendEmail: true };
    const { body: issued } = await installation.call('/certificates', { key: tenant.key, body });
    const { emailStatus } = await settled(tenant, issued.id, installation);
    const { emails } = await (await memberOf(installation, tenant)).certificates.history.query({ id: issued.id });
    return { emailStatus, error: emails[0]?.error };
  };
  expect(await send(laurel, 'änne@müller.example')).toEqual({ emailStatus: 'SENT', error: null });
  const refused = await send(other, 'änne@example.org');
  expect([refused.emailStatus, refused.error]).toEqual(['FAILED', expect.stringContaining('SMTPUTF8')]);
  expect(await send(other, 'anne@müller.example')).toEqual({ emailStatus: 'SENT', error: null });
  const lines = ascii.mails.flatMap(({ headerLines }) => headerLines.filter(({ key }) => key === 'to'));
  expect(lines).toMatchObject([{ line: expect.stringContaining('<anne@xn--mller-kva.example>') }]);
});

test('a recipient or address changed by SQL has no effect and is reported', async () => {
  const tenant = await laurel.tenant();
  const { body: issued } = await issue(tenant, 'ada@example.org');
  await laurel.rendered(tenant.key, issued.id);
  const db = database(laurel.installation.services.em());
  const row = () => db.updateTable('certificates').where('id', '=', issued.id);
  await row().set({ recipientEmail: 'thief@example.org' }).execute();
  const { status } = await laurel.call(`/certificates/${issued.id}/email`, { key: tenant.key, method: 'POST' });
  expect(status).toBe(500);
  expect(mailbox.mails.flatMap(recipientsOf)).not.toContain('thief@example.org');
  await row().set({ recipientEmail: 'ada@example.org' }).execute();
  await db.deleteFrom('recipients').where('organisationId', '=', tenant.organisationId).execute();
  const { violations } = await reconcile(laurel.installation.services);
  expect([...new Set(violations.map(({ invariant, id, message }) => [invariant, id, message].join()))]).toEqual([
    `certificates,${issued.id},the certificate is missing from the list of its recipient`,
  ]);
});
