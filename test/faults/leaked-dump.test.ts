import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { figure } from '../support/faults.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { placeOf, tokenIn } from '../support/my.ts';
import { cookieOf, createMember, nativeClient, PASSWORD, signInAs } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';

/** Table with the contents of files. A dump contains them, and a credential contains its own address (SECURITY.md). */
const FILES = 'public.files';

/** Returns every row of all other tables as text, with bytes in hex. */
async function dump(laurel: Laurel): Promise<string> {
  const db = database(laurel.installation.services.em());
  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  expect(tables).toContainEqual({ name: FILES });
  const parts = await Promise.all(
    tables
      .filter(({ name }) => name !== FILES)
      .map(async ({ name }) => {
        const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
        return rows.map(({ row }) => row).join('\n');
      }),
  );
  return parts.join('\n');
}

/** Returns a secret as text, and in the forms of binary columns. */
const spellings = (secret: string): string[] => {
  const raw = /^[\w-]+$/.test(secret) ? [Buffer.from(secret, 'base64url')] : [];
  return [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64'),
    ...raw.flatMap((bytes) => [bytes.toString('hex'), bytes.toString('base64')]),
  ];
};

test('a dump of the database grants no access to accounts, keys, sessions or files', async () => {
  const mailbox = await Mailbox.start();
  // Sends back what it got, as PHP encodes it, for example, and its begin again, cut in a token. Attempts are stored with the answer.
  const receiver: Receiver = await Receiver.start((response, before) => {
    const received = receiver.received[before]?.body ?? '';
    const [cut] = /^.*?\/[\w-]{21}(?=[\w-]\.pdf)/.exec(received) ?? [];
    response.end(`Echo: ${received.replaceAll('/', '\\/')} Cut: ${cut}`);
  });
  const laurel = await Laurel.start({ SMTP_URL: mailbox.url, EGRESS_ALLOW: '127.0.0.0/8' });
  const tenant = await laurel.tenant({ scopes: ['certificates:write'] });
  const email = 'owner@dump.example';
  await createMember(laurel, tenant, email, 'owner');
  const cookie = cookieOf(await signInAs(laurel, email));
  const owner = nativeClient(laurel, { Cookie: cookie, 'X-Laurel-Organisation': tenant.organisationId });
  await owner.members.invite.mutate({ email: 'guest@dump.example', role: 'viewer' });
  await fetch(`${laurel.url}/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url },
    body: JSON.stringify({ email }),
  });
  const { secret } = await owner.webhooks.create.mutate({
    name: 'Dump',
    url: receiver.url,
    events: ['certificate.ready'],
  });
  const { body: made } = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId: tenant.templateId, variables: VARIABLES },
    headers: { 'Idempotency-Key': 'dumped' },
  });
  const certificate = await laurel.rendered(tenant.key, made.id);
  await receiver.wait(1);
  const mails = await mailbox.wait(2);
  const graduate = { variables: VARIABLES, recipientEmail: 'graduate@dump.example' };
  const body = { templateId: tenant.templateId, ...graduate };
  await laurel.rendered(tenant.key, (await laurel.call('/certificates', { key: tenant.key, body })).body.id);
  const recipients = placeOf(laurel, mailbox);
  const place = (await recipients.enter('graduate@dump.example')).split('=')[1] ?? '';
  const link = tokenIn(await recipients.linkMail('graduate@dump.example'));
  const linked = (pattern: RegExp) => mails.flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? []);
  const [invitation = ''] = linked(/invitation\?token=([\w-]+)/);
  const [reset = ''] = linked(/reset-password\/([\w-]+)/);
  const [token = '', signature = ''] = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.');
  const fileTokens = [certificate.pdfUrl, certificate.imageUrl].map((url: string) =>
    new URL(url).pathname
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, ''),
  );
  const secrets = { password: PASSWORD, key: tenant.key, signature, invitation, reset, webhook: secret, place, link };
  const all = [...Object.entries(secrets), ...fileTokens.map((file) => ['file', file ?? ''] as const)];
  expect(all.filter(([, value]) => value.length < 16)).toEqual([]);
  const dumped = await dump(laurel);
  // The dump has the expected content. Otherwise the search below would find nothing in any case.
  expect(dumped).toContain(made.id);
  expect(dumped).toContain(token);
  expect(dumped).toContain('Echo: ');
  expect(dumped).toContain('Cut: {');
  for (const file of fileTokens) expect(dumped).not.toContain(file?.slice(0, 8));
  const found = all.filter(([, value]) => spellings(value).some((spelling) => dumped.includes(spelling)));
  expect(found.map(([name]) => name)).toEqual([]);
  figure({ fault: 'F46', what: 'bearer secrets found in a dump', measured: found.length, wanted: 0 });
  // The dump has the token of a session, which grants no access without its signature.
  const name = cookie.slice(0, cookie.indexOf('='));
  for (const value of [token, `${token}.`, `${token}.${Buffer.alloc(32).toString('base64')}`]) {
    const answer = await fetch(`${laurel.url}/auth/get-session`, {
      headers: { Cookie: `${name}=${encodeURIComponent(value)}` },
    });
    expect(await answer.json()).toBeNull();
  }
  const asKey = await laurel.call('/certificates', { key: token });
  expect(asKey.status).toBe(401);
  const intact = await fetch(`${laurel.url}/auth/get-session`, { headers: { Cookie: cookie } });
  expect(await intact.json()).toMatchObject({ user: { email } });
});
