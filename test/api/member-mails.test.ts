import type { ParsedMail } from 'mailparser';
import { expect, test } from 'vitest';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { cookieOf, createMember, nativeClient, PASSWORD, sessionOf } from '../support/people.ts';

const laurel = await Laurel.shared();
const DOMAIN = 'member-mails.example';

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${laurel.url}/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url, ...headers },
    body: JSON.stringify(body),
  });

const signIn = (email: string, headers: Record<string, string>) =>
  post('sign-in/email', { email, password: PASSWORD }, headers);

async function memberWith(tenant: Tenant, name: string, language?: 'ar' | 'de' | 'fr') {
  const email = `${name}@${DOMAIN}`;
  const client = nativeClient(laurel, await sessionOf(laurel, tenant, email, 'owner'));
  if (language) await client.session.chooseLanguage.mutate({ language });
  return { email, client };
}

/** Returns the language and direction of the HTML. */
const headOf = ({ html }: ParsedMail) => /<html\b[^>]*?\blang="(\w+)" dir="(\w+)"/.exec(String(html))?.slice(1);
const linkIn = ({ text }: ParsedMail) => /https?:\S+/.exec(text ?? '')?.[0] ?? '';

test('an invitation is in the language of its account, otherwise of the inviter, and so is its page', async () => {
  const tenant = await laurel.tenant();
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { organizationName: 'Escuela Norte' } });
  const { client } = await memberWith(tenant, 'inviter', 'fr');
  await client.members.invite.mutate({ email: `new@${DOMAIN}`, role: 'issuer' });
  const french = await lastMailTo(`new@${DOMAIN}`);
  expect(french.subject).toBe('Invitation à rejoindre Escuela Norte');
  expect(french.text).toContain('Accepter l’invitation\u00a0:\nhttp');
  expect(headOf(french)).toEqual(['fr', 'ltr']);
  const page = (headers: Record<string, string>) =>
    fetch(linkIn(french), { headers: { Accept: 'text/html', ...headers } });
  const opened = await page({ 'Accept-Language': 'hi' });
  expect([opened.headers.get('Content-Language'), opened.headers.getSetCookie()]).toEqual(['fr', []]);
  expect((await page({ Cookie: 'laurel.language=it' })).headers.get('Content-Language')).toBe('it');
  const { email } = await memberWith(await laurel.tenant(), 'has-account', 'ar');
  await client.members.invite.mutate({ email, role: 'viewer' });
  const arabic = await lastMailTo(email);
  expect(arabic.subject).toBe('دعوة إلى \u2068Escuela Norte\u2069');
  expect(headOf(arabic)).toEqual(['ar', 'rtl']);
});

test('a password link is in the chosen language, otherwise in that of the last sign-in, otherwise in English', async () => {
  const tenant = await laurel.tenant();
  const email = `resets@${DOMAIN}`;
  await createMember(laurel, tenant, email, 'viewer');
  const subject = async (known: string) => {
    expect((await post('request-password-reset', { email }, { 'Accept-Language': 'hi' })).status).toBe(200);
    return lastMailTo(email, (mail) => mail.subject === known);
  };
  await subject('Set a new password');
  await signIn(email, { 'Accept-Language': 'tlh, ja;q=0.9, de;q=0.8' });
  const japanese = await subject('新しいパスワードの設定');
  const { headers } = await fetch(linkIn(japanese), { redirect: 'manual' });
  expect(headers.get('Location')).toMatch(/\/reset-password\?mailLanguage=ja&token=[\w-]+$/);
  await signIn(email, { 'Accept-Language': 'ja', Cookie: 'laurel.language=pt' });
  await subject('Definir uma nova palavra-passe');
  const Cookie = cookieOf(await signIn(email, { 'Accept-Language': 'ja' }));
  expect((await nativeClient(laurel, { Cookie }).session.get.query()).user.language).toBeNull();
  await nativeClient(laurel, { Cookie }).session.chooseLanguage.mutate({ language: 'de' });
  await signIn(email, { 'Accept-Language': 'ja' });
  expect((await subject('Neues Passwort festlegen')).text).not.toContain('\u2068');
});

test('a mailbox is asked in the language of the person who names it, and in English by a program', async () => {
  const tenant = await laurel.tenant();
  const { client } = await memberWith(tenant, 'sender', 'de');
  await client.organisation.update.mutate({ organizationName: 'شركة', senderAddress: `office@${DOMAIN}` });
  const german = await lastMailTo(`office@${DOMAIN}`);
  expect(german.subject).toBe(`Bestätigen Sie office@${DOMAIN} für \u2068شركة\u2069`);
  const page = await fetch(linkIn(german), { headers: { 'Accept-Language': 'hi' } });
  expect(await page.text()).toContain('Diese E-Mail-Adresse bestätigen');
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { emailBcc: `copies@${DOMAIN}` } });
  expect(headOf(await lastMailTo(`copies@${DOMAIN}`))).toEqual(['en', 'ltr']);
});
