import { beforeAll, expect, test } from 'vitest';
import { recordAccountAction } from '../../domain/members/record-account-action.ts';
import { makeAuth } from '../../server/adapters/auth.ts';
import { Laurel } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { cookieOf, createMember, PASSWORD, sessionOf, signInAs } from '../support/people.ts';

const EMAIL = 'grace.hopper@passwords.example';

let laurel: Laurel;
let cookie: string;
beforeAll(async () => {
  laurel = await Laurel.shared();
  await createMember(laurel, await laurel.tenant(), EMAIL, 'viewer');
  cookie = cookieOf(await signInAs(laurel, EMAIL));
});

const post = (path: string, body: object, Cookie = '') =>
  fetch(`${laurel.url}/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url, Cookie },
    body: JSON.stringify(body),
  });

const GUESSABLE = [
  'qwertyuiop',
  '1234567890',
  'Password123',
  '1qaz2wsx3edc',
  'laurel12345',
  'LAUREL-2026!',
  'laurellaurel',
  'Grace.Hopper1',
  'hopperhopper',
  'grace.hopper@passwords.example',
  'passwords.example1',
  'Password123!',
  'pass-word-123',
  'Gr.ace_Hop-per9',
  'gracehopper-passwordsexample',
];

test.each(GUESSABLE)('rejects %s as a new password', async (newPassword) => {
  const answer = await post('change-password', { currentPassword: PASSWORD, newPassword }, cookie);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
    details: [{ path: 'newPassword', message: expect.any(String) }],
  });
});

const usedTexts = new Set<string>();

/** Asks for a link, and returns the token in it. */
async function resetToken(email: string): Promise<string | null> {
  await post('request-password-reset', { email });
  const { text = '' } = await lastMailTo(email, (mail) => !usedTexts.has(mail.text ?? ''));
  usedTexts.add(text);
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  const screen = await fetch(link, { redirect: 'manual' });
  return new URL(screen.headers.get('Location') ?? '', laurel.url).searchParams.get('token');
}

test('a new password ends earlier reset links', async () => {
  const email = 'two.links@passwords.example';
  await createMember(laurel, await laurel.tenant(), email, 'viewer');
  const [first, second] = [await resetToken(email), await resetToken(email)];
  expect((await post('reset-password', { token: second, newPassword: 'wreath and victory' })).status).toBe(200);
  expect((await post('reset-password', { token: first, newPassword: 'ivy and defeat' })).status).toBe(400);
  const third = await resetToken(email);
  expect((await post('reset-password', { token: third, newPassword: 'olive and peace' })).status).toBe(200);
});

test('a browser that resets a password is not delayed by failures of others', async () => {
  const email = 'locked@passwords.example';
  await createMember(laurel, await laurel.tenant(), email, 'viewer');
  const newPassword = 'wreath and victory';
  const signIn = (password: string, cookies = '') => post('sign-in/email', { email, password }, cookies);
  const unknown = await post('reset-password', { token: 'unknown', newPassword });
  expect([unknown.status, unknown.headers.getSetCookie()]).toEqual([400, []]);
  const reset = await post('reset-password', { token: await resetToken(email), newPassword });
  for (let failure = 0; failure < 5; failure++) await signIn('wrong password');
  expect((await signIn(newPassword)).status).toBe(429);
  expect((await signIn(newPassword, cookieOf(reset))).status).toBe(200);
});

test('a reset link rejects a guessable password, and works afterwards', async () => {
  await post('request-password-reset', { email: EMAIL });
  const { text = '' } = await lastMailTo(EMAIL);
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  const screen = await fetch(link, { redirect: 'manual' });
  const token = new URL(screen.headers.get('Location') ?? '', laurel.url).searchParams.get('token');
  expect((await post('reset-password', { token, newPassword: 'hopper123456' })).status).toBe(400);
  expect((await post('reset-password', { token, newPassword: 'laurel wreath and victory' })).status).toBe(200);
});

test('a password that was changed by a clock ahead does not delay sign-ins', async () => {
  const email = 'ahead@passwords.example';
  const session = await sessionOf(laurel, await laurel.tenant(), email, 'viewer');
  const { services, authSecrets: secrets } = laurel.installation;
  const ahead = { ...services, now: () => new Date(Date.now() + 24 * 60 * 60_000) };
  const auth = makeAuth({ databaseUrl: laurel.databaseUrl, secrets, services: ahead, signInLimit: 1 });
  const newPassword = 'laurel wreath and victory';
  const change = new Request(`${laurel.url}/auth/change-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url, ...session },
    body: JSON.stringify({ currentPassword: PASSWORD, newPassword }),
  });
  const answer = await auth.handle(change, { address: '127.0.0.1', callers: 'sessions' });
  expect(answer.status).toBe(200);
  const { user } = (await answer.json()) as { user: { id: string } };
  await recordAccountAction(ahead, user.id, 'account.changePassword');
  await auth.close();
  const signedIn = cookieOf(await signInAs(laurel, email, newPassword));
  const opened = await fetch(`${laurel.url}/auth/get-session`, { headers: { Cookie: signedIn } });
  expect(await opened.json()).toMatchObject({ user: { email } });
});
