import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { BEHIND_PROXY, placeOf, tokenIn } from '../support/my.ts';

let laurel: Laurel;
let place: ReturnType<typeof placeOf>;
let school: Tenant;
let firm: Tenant;
beforeAll(async () => {
  const mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent', ...BEHIND_PROXY });
  place = placeOf(laurel, mailbox);
  [school, firm] = [await laurel.tenant(), await laurel.tenant()];
});

const issue = async ({ key, templateId }: Tenant, recipientEmail: string, more: object = {}) => {
  const { body } = await laurel.call('/certificates', {
    key,
    body: { templateId, variables: VARIABLES, recipientEmail, ...more },
  });
  return laurel.rendered(key, body.id);
};
/** Returns the verification hashes on a page, in its order. */
const hashesIn = (page: string): string[] =>
  [...page.matchAll(/<h2 [^>]*><a href="\/verify\/([0-9a-f]{64})/g)].map(([, hash = '']) => hash);
const listOf = async (cookie: string) => hashesIn(await (await place.get('', { cookie })).text());

test('a link opens the certificates of all organisations, newest first, once', async () => {
  const first = await issue(school, 'Ada@Example.org');
  const second = await issue(firm, 'ada@example.org');
  await issue(firm, 'other@example.org');
  const mail = await place.linkMail('ada@example.org');
  const token = tokenIn(mail);
  const shown = await place.get(`/enter?token=${token}`);
  expect(await shown.text()).toContain('ada@example.org');
  expect(shown.headers.get('Set-Cookie')).toBeNull();
  const entered = await place.post('/enter', { token });
  expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/my?lang=en']);
  const cookie = entered.headers.get('Set-Cookie') ?? '';
  expect(cookie).toMatch(/^laurel\.my=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await listOf(cookie.split(';')[0] ?? '')).toEqual([second.verificationHash, first.verificationHash]);
  expect((await place.post('/enter', { token })).status).toBe(410);
});
