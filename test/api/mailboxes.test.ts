import { beforeAll, expect, test } from 'vitest';
import { findQuestion } from '../../domain/organisations/accept-confirmation.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let mailbox: Mailbox;
/** Server's replies to recipients, and the recipients that it was asked for. */
const refused = new Map<string, number>();
const asked: string[] = [];
beforeAll(async () => {
  mailbox = await Mailbox.start({
    onRcptTo: ({ address }, _session, callback) => {
      asked.push(address);
      const code = refused.get(address);
      callback(code ? Object.assign(new Error(`says ${code}`), { responseCode: code }) : null);
    },
  });
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, MAIL_FROM: 'Certificates <certs@installation.example>' });
});

const put = ({ key }: Tenant, body: object) => laurel.call('/organisation', { key, method: 'PUT', body });
const mailsTo = (address: string) => mailbox.mails.filter((mail) => recipientsOf(mail).includes(address));

/** Returns the address of the last link that a mailbox got. */
async function linkTo(address: string, count = 1): Promise<string> {
  const mails = await waitFor(
    `${count} links to ${address}`,
    () => mailsTo(address),
    (all) => all.length >= count,
  );
  return /https?:\S+\/confirm-address\?code=[\w-]+/.exec(String(mails.at(-1)?.text))?.[0] ?? '';
}
const press = (url: string, headers: Record<string, string> = {}) =>
  fetch(url.split('?')[0] ?? '', {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers } },
    body: new URLSearchParams({ code: new URL(url).searchParams.get('code') ?? '' }),
  });

async function mailed({ key, templateId }: Tenant, address: string) {
  const body = { templateId, variables: VARIABLES, recipientEmail: address, sendEmail: true };
  const { id } = (await laurel.call('/certificates', { key, body })).body;
  await waitFor(
    `the outcome of the mail to ${address}`,
    async () => (await laurel.call(`/certificates/${id}`, { key })).body.emailStatus,
    (status) => status === 'SENT' || status === 'FAILED',
  );
  return { id, mail: mailsTo(address).at(-1) };
}
const fromOf = (mail: { headerLines: readonly { key: string; line: string }[] } | undefined) =>
  mail?.headerLines.filter(({ key }) => key === 'from' || key === 'sender').map(({ line }) => line);

test('mail comes from an address of the organisation only after its mailbox has confirmed', async () => {
  const tenant = await laurel.tenant();
  await put(tenant, { organizationName: 'Mountain School' });
  expect((await put(tenant, { senderAddress: 'office@school.example' })).body.senderAddress).toBe(
    'office@school.example',
  );
  const link = await linkTo('office@school.example');
  const installation = ['From: Mountain School <certs@installation.example>'];
  expect(fromOf((await mailed(tenant, 'a@sender.example')).mail)).toEqual(installation);
  const opened = await (await fetch(link)).text();
  expect(opened).toContain(
    'Mountain School wants to send its certificate e-mails from \u2068office@school.example\u2069.',
  );
  expect(fromOf((await mailed(tenant, 'b@sender.example')).mail)).toEqual(installation);
  expect((await press(link, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(410);
  expect((await press(link)).status).toBe(200);
  expect(await (await press(link)).text()).toContain('Address confirmed');
  const own = ['From: Mountain School <office@school.example>', 'Sender: certs@installation.example'];
  expect(fromOf((await mailed(tenant, 'c@sender.example')).mail)).toEqual(own);
  await put(tenant, { senderAddress: 'other@school.example' });
  expect(fromOf((await mailed(tenant, 'd@sender.example')).mail)).toEqual(installation);
  expect((await press(link)).status).toBe(410);
  await put(tenant, { senderAddress: 'office@school.example' });
  expect(fromOf((await mailed(tenant, 'e@sender.example')).mail)).toEqual(installation);
  expect((await press(link)).status).toBe(410);
  expect((await press(await linkTo('office@school.example', 2))).status).toBe(200);
  expect(fromOf((await mailed(tenant, 'f@sender.example')).mail)).toEqual(own);
  // A second press of a button is no further confirmation.
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@sender.example', 'owner'));
  const { entries } = await owner.audit.list.query({ limit: 100 });
  expect(entries.filter(({ action }) => action === 'organisation.confirmAddress')).toHaveLength(2);
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

test('a link is valid for seven days', async () => {
  const tenant = await laurel.tenant();
  await put(tenant, { organizationName: 'Patient School', senderAddress: 'slow@school.example' });
  const code = new URL(await linkTo('slow@school.example')).searchParams.get('code') ?? '';
  const { services } = laurel.installation;
  const questionAfter = (hours: number) =>
    findQuestion({ ...services, now: () => new Date(services.now().getTime() + hours * 60 * 60 * 1000) }, code);
  expect((await questionAfter(7 * 24 - 1))?.address).toBe('slow@school.example');
  expect(await questionAfter(7 * 24 + 1)).toBeNull();
});

test('a confirmed address gets copies that recipients do not see, and no copy of a refused e-mail', async () => {
  const tenant = await laurel.tenant();
  await put(tenant, { emailBcc: 'archive@copies.example' });
  await mailed(tenant, 'a@copies.example');
  expect(mailsTo('archive@copies.example')).toHaveLength(1);
  expect((await press(await linkTo('archive@copies.example'))).status).toBe(200);
  const { mail } = await mailed(tenant, 'b@copies.example');
  expect(asked.slice(-2)).toEqual(['b@copies.example', 'archive@copies.example']);
  expect(String(mail?.headerLines.map(({ line }) => line))).not.toContain('archive@');
  refused.set('c@copies.example', 550);
  const { id } = await mailed(tenant, 'c@copies.example');
  expect((await laurel.call(`/certificates/${id}`, { key: tenant.key })).body.emailStatus).toBe('FAILED');
  expect(mailsTo('c@copies.example')).toHaveLength(0);
  refused.set('e@copies.example', 450);
  const late = mailed(tenant, 'e@copies.example');
  await waitFor(
    'an attempt that is refused temporarily',
    () => asked.includes('e@copies.example'),
    (isRefused) => isRefused,
  );
  refused.delete('e@copies.example');
  await late;
  expect(mailsTo('e@copies.example')).toHaveLength(1);
  refused.set('archive@copies.example', 550);
  expect((await mailed(tenant, 'd@copies.example')).mail?.to).toBeDefined();
});

test('a question that waits is withdrawn by the next one, whose mailbox gets one e-mail', async () => {
  const tenant = await laurel.tenant();
  refused.set('first@questions.example', 450);
  await put(tenant, { senderAddress: 'first@questions.example' });
  await waitFor(
    'an attempt that is refused temporarily',
    () => asked.includes('first@questions.example'),
    (isRefused) => isRefused,
  );
  await put(tenant, { senderAddress: 'second@questions.example' });
  const text = `select status, error from emails where organisation_id = '${tenant.organisationId}' order by id`;
  const rows = await waitFor(
    'the end of both e-mails',
    () => query<{ status: string; error: string | null }>(laurel, text),
    (found) => found.every(({ status }) => status === 'SENT' || status === 'FAILED'),
  );
  expect(rows).toEqual([
    { status: 'FAILED', error: 'withdrawn before it was sent' },
    { status: 'SENT', error: null },
  ]);
  expect(mailsTo('second@questions.example')).toHaveLength(1);
});

test('links cannot be guessed, forged by SQL, or used for another organisation or purpose', async () => {
  const [tenant, other] = [await laurel.tenant(), await laurel.tenant()];
  await put(tenant, { senderAddress: 'victim@forged.example', emailBcc: 'attacker@forged.example' });
  await put(other, { senderAddress: 'attacker@forged.example' });
  const own = await linkTo('attacker@forged.example', 2);
  const code = new URL(own).searchParams.get('code') ?? '';
  const idOf = ({ organisationId }: Tenant) =>
    Buffer.from(organisationId.replaceAll('-', ''), 'hex').toString('base64url');
  for (const changed of [
    code.slice(0, 44) + (code[44] === 'S' ? 'B' : 'S') + code.slice(45),
    `${idOf(tenant)}${code.slice(22, 44)}S${code.slice(45)}`,
    `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`,
    code.slice(1),
    '%00',
  ])
    expect((await press(`${laurel.url}/confirm-address?code=${changed}`)).status, changed).toBe(410);
  await query(laurel, `update organisations set sender_confirmed = true where id = '${tenant.organisationId}'`);
  const { key, templateId } = tenant;
  const body = { templateId, variables: VARIABLES, recipientEmail: 'x@forged.example', sendEmail: true };
  const issued = await laurel.call('/certificates', { key, body });
  if (issued.status === 201) await laurel.rendered(key, issued.body.id);
  expect(mailsTo('x@forged.example')).toEqual([]);
});

test('the page of a link in a mail explains too many requests in the language of its reader', async () => {
  const limited = await Laurel.start({ RATE_LIMIT_DEFAULT: '1' });
  for (const [path, status] of [
    ['/confirm-address', 410],
    ['/unsubscribe', 429],
  ] as const) {
    const answer = await fetch(`${limited.url}${path}?code=x&lang=de`);
    const isExplained = (await answer.text()).includes('Aus Ihrem Netz kamen zu viele Anfragen.');
    expect([answer.status, isExplained, answer.headers.has('Retry-After')]).toEqual([
      status,
      status === 429,
      status === 429,
    ]);
  }
});

test('a member sees what waits, and sends the link again within the limits', async () => {
  const tenant = await laurel.tenant();
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@mailboxes.example', 'owner'));
  await put(tenant, { senderAddress: 'slow@mailboxes.example' });
  const first = await linkTo('slow@mailboxes.example');
  expect(await owner.organisation.mailboxes.query()).toEqual({
    mailboxes: [{ purpose: 'SENDER', address: 'slow@mailboxes.example', isConfirmed: false }],
  });
  const again = () => owner.organisation.resendConfirmation.mutate({ purpose: 'SENDER' });
  expect(await again()).toEqual({ sentTo: 'slow@mailboxes.example' });
  const second = await linkTo('slow@mailboxes.example', 2);
  expect((await press(first)).status).toBe(410);
  for (const count of [3, 4, 5]) {
    await again();
    // Otherwise the next question withdraws it.
    await linkTo('slow@mailboxes.example', count);
  }
  await expect(again()).rejects.toMatchObject({ data: { code: 'RATE_LIMITED' } });
  expect((await press(second)).status).toBe(410);
  expect((await press(await linkTo('slow@mailboxes.example', 5))).status).toBe(200);
  await expect(again()).rejects.toMatchObject({ data: { reason: 'mailbox_not_waiting' } });
  expect((await put(tenant, { senderAddress: '' })).body.senderAddress).toBeNull();
  expect(await owner.organisation.mailboxes.query()).toEqual({ mailboxes: [] });
});
