import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { generateCertificate } from '../../domain/issuing/generate.ts';
import { cleanUp } from '../../domain/maintenance/clean-up.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { authenticate } from '../support/authentic.ts';
import { freePort } from '../support/free-port.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { BEHIND_PROXY, placeOf, tokenIn, writeLink } from '../support/my.ts';
import { cookieOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

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
const db = () => database(laurel.installation.services.em());
const pageOf = async (cookie: string, path = '') => (await place.get(path, { cookie })).text();
/** Returns the verification hashes on a page, in its order. */
const hashesIn = (page: string): string[] =>
  [...page.matchAll(/<h2 [^>]*><a href="\/verify\/([0-9a-f]{64})/g)].map(([, hash = '']) => hash);
const listOf = async (cookie: string) => hashesIn(await pageOf(cookie));
/** Returns the part of a page about one certificate. */
const cardOf = (page: string, id: string): string =>
  page.split('<li class="card').find((card) => card.includes(`id="certificate-${id}"`)) ?? '';
/** Waits until no job can send another mail. */
const untilIdle = () =>
  waitFor(
    'the end of all jobs',
    async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int from (
        select from laurel_mails._private_jobs union all select from laurel_tasks._private_jobs) job`.execute(db());
      return rows[0]?.count;
    },
    (count) => count === 0,
  );
/** Adds a mailbox to the place of a session. */
const add = async (cookie: string, address: string) => {
  const token = tokenIn(await place.linkMail(address, { cookie }, '/addresses'));
  return place.post('/enter', { token }, { cookie });
};

test('a link opens the certificates of all organisations, newest first, once', async () => {
  const first = await issue(school, 'Ada@Example.org');
  const second = await issue(firm, 'ada@example.org');
  await issue(firm, 'other@example.org');
  const token = tokenIn(await place.linkMail('ada@example.org'));
  for (let look = 0; look < 3; look++) {
    const shown = await place.get(`/enter?token=${token}`);
    expect([shown.status, shown.headers.get('Set-Cookie')]).toEqual([200, null]);
    expect(await shown.text()).toContain('ada@example.org');
  }
  const entered = await place.post('/enter', { token });
  expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/my?lang=en']);
  const cookie = entered.headers.get('Set-Cookie') ?? '';
  expect(cookie).toMatch(/^laurel\.my=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await listOf(cookie.split(';')[0] ?? '')).toEqual([second.verificationHash, first.verificationHash]);
  for (const again of [await place.post('/enter', { token }), await place.get(`/enter?token=${token}`)]) {
    expect(again.status).toBe(410);
    expect(await again.text()).toContain('This link no longer works');
  }
});

test('answers the same for every address, and sends a mail only to one with certificates', async () => {
  await issue(school, 'Grace.Hopper@known.example');
  const asked = [
    'grace.hopper@KNOWN.example',
    'nobody@known.example',
    'no address',
    '',
    `${'a'.repeat(50_000)}@x.example`,
  ];
  const answers: unknown[] = [];
  for (const email of asked) {
    const response = await place.post('/link', { email });
    const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
    answers.push({ status: response.status, headers, text: await response.text() });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 200, text: expect.stringContaining('Check your e-mail') });
  await untilIdle();
  // Servers may distinguish upper and lower case, so the certificate's spelling counts.
  expect(place.mailsTo('Grace.Hopper@known.example')).toHaveLength(1);
  expect(place.mailsTo('nobody@known.example')).toEqual([]);
  const kept = await sql`select from my_links where mailbox = 'nobody@known.example'`.execute(db());
  expect(kept.rows).toEqual([]);
});

test('an issuer cannot redirect a link by another spelling of the address', async () => {
  const { verificationHash } = await issue(school, 'victim@spelling.example');
  for (let count = 0; count < 25; count++) await issue(firm, 'VICTIM@spelling.example');
  await place.linkMail('victim@spelling.example');
  await untilIdle();
  expect(place.mailsTo('VICTIM@spelling.example')).toEqual([]);
  expect(await pageOf(await place.enter('victim@spelling.example'))).toContain(verificationHash);
});

test('a certificate in test mode does not change the spelling to which a link is sent', async () => {
  await issue(school, 'Ada.Byron@spelling.example');
  const { key } = await createApiKey(await openSandbox(laurel.context(school)), {
    name: 'test',
    scopes: ['templates:read', 'certificates:write'],
  });
  await issue({ ...school, key }, 'ada.byron@spelling.example');
  await place.post('/link', { email: 'ada.byron@spelling.example' });
  await untilIdle();
  expect(place.mailsTo('Ada.Byron@spelling.example')).toHaveLength(1);
});

test('a mailbox gets five links per hour, and further answers are the same', async () => {
  await issue(school, 'target@hourly.example');
  const texts = new Set<string>();
  for (let request = 0; request < 8; request++)
    texts.add(await (await place.post('/link', { email: 'target@hourly.example' })).text());
  await untilIdle();
  expect([texts.size, place.mailsTo('target@hourly.example').length]).toEqual([1, 5]);
});

test('a client address asks for twenty links per hour, and then gets a page in its language', async () => {
  const from = { headers: { 'X-Forwarded-For': '203.0.113.7' }, language: 'fr' };
  const statuses = [];
  for (let request = 0; request < 20; request++)
    statuses.push((await place.post('/link', { email: `nobody-${request}@client.example` }, from)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await place.post('/link', { email: 'nobody@client.example' }, from);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
  expect(await refused.text()).toContain('Trop de demandes proviennent de votre réseau.');
  expect((await place.post('/link', { email: 'nobody@client.example' })).status).toBe(200);
  const network = { headers: { 'X-Forwarded-For': '2001:db8::1' } };
  for (let request = 0; request < 20; request++) await place.post('/link', { email: 'no' }, network);
  const neighbour = { headers: { 'X-Forwarded-For': '2001:db8::abcd' } };
  expect((await place.post('/link', { email: 'no' }, neighbour)).status).toBe(429);
});

test('the addresses of a network ask for 200 links per hour together', async () => {
  const ask = async (address: string) => {
    const from = { headers: { 'X-Forwarded-For': address } };
    return (await place.post('/link', { email: 'nobody@network.example' }, from)).status;
  };
  expect(await ask('2001:db8:7:1::1')).toBe(200);
  await sql`update rate_limits set points = points + 198 where key like 'my-link-network:%' and key like '%2001:db8:7%'`.execute(
    database(laurel.installation.services.em()),
  );
  expect([await ask('2001:db8:7:2::1'), await ask('2001:db8:7:3::1')]).toEqual([200, 429]);
  expect(await ask('2001:db8:8:1::1')).toBe(200);
});

test('a link works for 15 minutes from the hand-over of its mail', async () => {
  await issue(school, 'late@example.org');
  const token = tokenIn(await place.linkMail('late@example.org'));
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from expires_at - ${new Date()}::timestamptz)::int as seconds from my_links where mailbox = 'late@example.org'`.execute(
    db(),
  );
  expect(rows[0]?.seconds).toBeGreaterThan(14 * 60);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(15 * 60);
  await sql`update my_links set expires_at = ${new Date(Date.now() - 1000)} where mailbox = 'late@example.org'`.execute(
    db(),
  );
  await authenticate(laurel.installation.services, 'my_links', sql`mailbox = 'late@example.org'`);
  expect((await place.get(`/enter?token=${token}`)).status).toBe(410);
  expect((await place.post('/enter', { token })).status).toBe(410);
});

test('of concurrent uses of a link, one opens a session', async () => {
  await issue(school, 'racing@example.org');
  const token = tokenIn(await place.linkMail('racing@example.org'));
  const answers = await Promise.all(Array.from({ length: 10 }, () => place.post('/enter', { token })));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(410)]);
});

test('a second address is added only in the session that asked, and then both show both', async () => {
  const [one, two] = [await issue(school, 'me@school.example'), await issue(firm, 'me@firm.example')];
  const both = [two.verificationHash, one.verificationHash];
  const cookie = await place.enter('me@school.example');
  const other = await place.enter('me@firm.example');
  const mail = await place.linkMail('me@firm.example', { cookie, language: 'de' }, '/addresses');
  expect(mail.subject).toBe('Diese Adresse zu Ihren Zertifikaten hinzufügen');
  expect(mail.text).toContain('me@school.example möchte die Zertifikate von me@firm.example');
  const token = tokenIn(mail);
  for (const elsewhere of [undefined, other]) {
    const sent = elsewhere === undefined ? {} : { cookie: elsewhere };
    const shown = await place.get(`/enter?token=${token}`, sent);
    expect(shown.status).toBe(403);
    const text = await shown.text();
    expect(text).toContain('Open this link in the browser where you asked for it');
    expect(text).not.toContain('name="token"');
    expect((await place.post('/enter', { token }, sent)).status).toBe(410);
  }
  expect(await listOf(other)).toEqual([two.verificationHash]);
  const shown = await pageOf(cookie, `/enter?token=${token}`);
  expect(shown.replaceAll(/[\u2068\u2069]/g, '')).toContain('me@school.example and me@firm.example both show');
  expect((await place.post('/enter', { token }, { cookie })).status).toBe(303);
  expect((await place.post('/enter', { token }, { cookie })).status).toBe(410);
  for (const session of [cookie, other, await place.enter('me@firm.example')])
    expect(await listOf(session)).toEqual(both);
  const known = await place.post('/addresses', { email: 'ME@firm.example' }, { cookie });
  expect(await known.text()).toContain('You already see the certificates of this address.');
});

test('either address can separate the other, and the rest stays together', async () => {
  const addresses = ['a@apart.example', 'b@apart.example', 'c@apart.example'];
  const hashes: Record<string, string> = {};
  for (const address of addresses) hashes[address] = (await issue(school, address)).verificationHash;
  const [a = '', b = '', c = ''] = addresses.map((address) => hashes[address]);
  const cookie = await place.enter('a@apart.example');
  await add(cookie, 'b@apart.example');
  await add(cookie, 'c@apart.example');
  const third = await place.enter('c@apart.example');
  expect(await listOf(third)).toEqual([c, b, a]);
  const separated = await place.post('/addresses/separate', { email: 'a@apart.example' }, { cookie: third });
  expect(separated.status).toBe(303);
  expect([await listOf(cookie), await listOf(third)]).toEqual([[a], [c, b]]);
  await place.post('/addresses/separate', { email: 'a@apart.example' }, { cookie: third });
  await place.post('/addresses/separate', { email: 'unknown@apart.example' }, { cookie: third });
  expect(await listOf(third)).toEqual([c, b]);
  await place.post('/addresses/separate', { email: 'c@apart.example' }, { cookie: third });
  expect(await listOf(third)).toEqual([c]);
  const { rows } = await sql`select from my_addresses where mailbox like '%@apart.example'`.execute(db());
  expect(rows).toEqual([]);
});

test('a place has at most ten addresses, also when two places join', async () => {
  for (let index = 0; index < 12; index++) await issue(school, `n${index}@many.example`);
  const cookie = await place.enter('n0@many.example');
  for (let index = 1; index < 9; index++) await add(cookie, `n${index}@many.example`);
  const other = await place.enter('n9@many.example');
  expect((await add(other, 'n10@many.example')).status).toBe(303);
  const refused = await add(cookie, 'n9@many.example');
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('You can bring together up to 10 addresses.');
  expect((await add(cookie, 'n11@many.example')).status).toBe(303);
  expect((await listOf(cookie)).length).toBe(10);
});

test('leaving ends all sessions of the place and their links, on every device', async () => {
  await issue(school, 'one@leaving.example');
  await issue(school, 'two@leaving.example');
  const cookie = await place.enter('one@leaving.example');
  const links = await place.linkMail('two@leaving.example', { cookie }, '/addresses');
  await add(cookie, 'two@leaving.example');
  const [phone, tablet] = [await place.enter('one@leaving.example'), await place.enter('two@leaving.example')];
  const left = await place.post('/leave', {}, { cookie: tablet });
  expect(left.status).toBe(303);
  expect(left.headers.get('Set-Cookie')).toMatch(/^laurel\.my=; Max-Age=0; /);
  for (const session of [cookie, phone, tablet]) {
    const page = await pageOf(session);
    expect([hashesIn(page).length, page.includes('action="/my/link')]).toEqual([0, true]);
  }
  expect((await place.get(`/enter?token=${tokenIn(links)}`, { cookie })).status).toBe(410);
  expect((await place.post('/leave', {}, { cookie })).status).toBe(401);
});

test('a session ends after 30 days, and clean-up deletes what has expired', async () => {
  await issue(school, 'old@example.org');
  const cookie = await place.enter('old@example.org');
  await place.linkMail('old@example.org');
  const past = new Date(Date.now() - 1000);
  for (const table of ['my_sessions', 'my_links'] as const) {
    await sql`update ${sql.table(table)} set expires_at = ${past} where mailbox = 'old@example.org'`.execute(db());
    await authenticate(laurel.installation.services, table, sql`mailbox = 'old@example.org'`);
  }
  expect(await listOf(cookie)).toEqual([]);
  await cleanUp(laurel.installation.services);
  const { rows } = await sql`select mailbox from my_sessions where mailbox = 'old@example.org'
    union all select mailbox from my_links where mailbox = 'old@example.org'`.execute(db());
  expect(rows).toEqual([]);
});

test('addresses stay together, except for one without certificates, which is forgotten after 30 days', async () => {
  const [a, b, moved] = ['a@kept.example', 'b@kept.example', 'moved@kept.example'];
  for (const address of [a, b]) await issue(school, address);
  const { id } = await issue(school, moved);
  const cookie = await place.enter(a);
  for (const address of [b, moved]) await add(cookie, address);
  const body = { recipientEmail: 'elsewhere@example.org', reason: 'x' };
  expect((await laurel.call(`/certificates/${id}/correct`, { key: school.key, body })).status).toBe(201);
  const own = sql`mailbox like '%@kept.example'`;
  const keptAfter = async (days: number) => {
    await sql`update my_addresses set added_at = now() - ${`${days} days`}::interval where ${own}`.execute(db());
    await authenticate(laurel.installation.services, 'my_addresses', own);
    await cleanUp(laurel.installation.services);
    const { rows } = await sql<{ mailbox: string }>`select mailbox from my_addresses where ${own}`.execute(db());
    return rows.map(({ mailbox }) => mailbox).sort();
  };
  expect(await keptAfter(29)).toEqual([a, b, moved]);
  expect(await keptAfter(31)).toEqual([a, b]);
  expect(await listOf(cookie)).toHaveLength(2);
});

test('a certificate that could not be rendered is not listed, takes no requests, and opens no place', async () => {
  const email = 'rendered@failed.example';
  const { verificationHash } = await issue(school, email);
  const context = laurel.context(school);
  const monthAgo = new Date(context.now().getTime() - 30 * 24 * 60 * 60 * 1000 - 1000);
  const fail = async (recipientEmail: string) => {
    const input = { templateId: school.templateId, variables: VARIABLES, recipientEmail };
    const { id } = await generateCertificate({ ...context, now: () => monthAgo }, input);
    expect((await laurel.rendered(school.key, id)).renderStatus).toBe('FAILED');
    return id;
  };
  const certificateId = await fail(email);
  await fail('only@failed.example');
  const cookie = await place.enter(email);
  expect(await listOf(cookie)).toEqual([verificationHash]);
  expect((await place.post('/requests', { certificateId, message: 'x' }, { cookie })).status).toBe(404);
  await place.post('/link', { email: 'only@failed.example' });
  await untilIdle();
  expect(place.mailsTo('only@failed.example')).toEqual([]);
});

test('a card has the ways to share a valid certificate, and none for a revoked or expired one', async () => {
  const email = 'states@example.org';
  const valid = await issue(school, email, { expiresAt: '2090-12-31' });
  const revoked = await issue(school, email);
  const body = { reason: 'x' };
  await laurel.call(`/certificates/${revoked.id}/revoke`, { key: school.key, body });
  const expired = await issue(school, email, { awardedOn: '2020-01-01' });
  const past = { expiresAt: '2021-01-01', reason: 'x' };
  expect((await laurel.call(`/certificates/${expired.id}/expiry`, { key: school.key, body: past })).status).toBe(200);
  const page = await pageOf(await place.enter(email));
  const card = cardOf(page, valid.id);
  expect(card).toContain('>Valid<');
  expect(card).toContain('31 December 2090');
  expect(card).toContain(`href="${valid.pdfUrl.replaceAll('&', '&amp;')}" download`);
  expect(card).toContain('https://www.linkedin.com/profile/add?');
  expect(card).toContain(`data-copy-link="${valid.verificationUrl}"`);
  for (const [{ id }, state] of [
    [revoked, 'Revoked'],
    [expired, 'Expired'],
  ] as const) {
    const other = cardOf(page, id);
    expect(other).toContain(`>${state}<`);
    expect(other).not.toMatch(/linkedin|download|data-copy-link/);
  }
});

test('a certificate is listed under its present address only', async () => {
  const { id, verificationHash } = await issue(school, 'before@moved.example');
  await issue(school, 'before@moved.example');
  const [before, after] = [await place.enter('before@moved.example'), 'after@moved.example'];
  expect(await listOf(before)).toHaveLength(2);
  const body = { recipientEmail: after, reason: 'x' };
  expect((await laurel.call(`/certificates/${id}/correct`, { key: school.key, body })).status).toBe(201);
  expect(await listOf(before)).not.toContain(verificationHash);
  const corrected = await laurel.rendered(school.key, id);
  expect(await listOf(await place.enter(after))).toEqual([corrected.verificationHash]);
});

test('pages of 50 show every certificate once, and none is empty', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 200 });
  const issueMany = async (length: number) => {
    const recipients = Array.from({ length }, () => ({ variables: VARIABLES, recipientEmail: 'pages@example.org' }));
    const { body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
    await laurel.completed(key, body.batchId);
  };
  await issueMany(100);
  const cookie = await place.enter('pages@example.org');
  const pages = async () => {
    const seen: string[][] = [];
    for (let path: string | undefined = ''; path !== undefined && seen.length < 5; ) {
      const page: string = await pageOf(cookie, path);
      seen.push(hashesIn(page));
      path = /href="\/my(\?before=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(new Set(seen.flat()).size).toBe(seen.flat().length);
    return seen.map(({ length }) => length);
  };
  expect(await pages()).toEqual([50, 50]);
  await issueMany(3);
  expect(await pages()).toEqual([50, 50, 3]);
  expect(hashesIn(await pageOf(cookie, '?before=nonsense'))).toHaveLength(50);
});

test('values are text: markup in names stays visible as written', async () => {
  const { key, templateId } = await laurel.tenant();
  const variables = { ...VARIABLES, name: '<b>Ada</b> & "co"' };
  const { body } = await laurel.call('/certificates', {
    key,
    body: { templateId, variables, recipientEmail: 'markup@example.org' },
  });
  await laurel.rendered(key, body.id);
  const page = await pageOf(await place.enter('markup@example.org'));
  expect(page).toContain('&lt;b&gt;Ada&lt;/b&gt; &amp; &quot;co&quot;');
  expect(page).not.toContain('<b>Ada');
});

test.each([
  ['Sec-Fetch-Site', 'cross-site'],
  ['Sec-Fetch-Site', 'same-site'],
  ['Origin', 'https://elsewhere.example'],
  ['Origin', 'null'],
])('refuses a form of another page (%s: %s), and changes nothing', async (name, value) => {
  const email = `csrf-${value.length}@example.org`;
  await issue(school, email);
  const cookie = await place.enter(email);
  const mails = place.mailsTo(email).length;
  const headers = { [name]: value };
  const calls = [
    place.post('/leave', {}, { cookie, headers }),
    place.post('/link', { email }, { headers }),
    place.post('/addresses', { email }, { cookie, headers }),
    place.post('/addresses/separate', { email }, { cookie, headers }),
    place.post('/enter', { token: 'x' }, { headers }),
  ];
  for (const { status } of await Promise.all(calls)) expect(status).toBe(403);
  await untilIdle();
  expect(place.mailsTo(email)).toHaveLength(mails);
  expect(await listOf(cookie)).toHaveLength(1);
});

test('no page is cached, indexed or framed, or reveals its address to other sites', async () => {
  for (const path of ['', `/enter?token=${'x'.repeat(43)}`]) {
    const { headers } = await place.get(path);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self'");
  }
});

test.each([
  ['a body of 1 MB', 'x'.repeat(1_000_000), 'application/x-www-form-urlencoded', 400],
  ['JSON', '{"email":"a@example.org"}', 'application/json', 400],
  ['bytes that are not UTF-8', Buffer.from([0x65, 0x3d, 0xff, 0xfe]), 'application/x-www-form-urlencoded', 200],
  ['NUL', 'email=%00a@example.org', 'application/x-www-form-urlencoded', 200],
])('answers %s without an error of its own', async (_what, body, type, status) => {
  const { status: answered } = await fetch(`${laurel.url}/my/link`, {
    method: 'POST',
    headers: { 'Content-Type': type, 'X-Forwarded-For': '198.51.100.4' },
    body,
  });
  expect(answered).toBe(status);
});

test('entering again replaces the session of the browser', async () => {
  await issue(school, 'first@again.example');
  await issue(school, 'second@again.example');
  const cookie = await place.enter('first@again.example');
  const token = tokenIn(await place.linkMail('second@again.example'));
  const next = cookieOf(await place.post('/enter', { token }, { cookie }));
  expect([(await listOf(next)).length, (await listOf(cookie)).length]).toEqual([1, 0]);
});

test('over HTTPS, browsers send the cookie to this host only, and a certificate in progress has no links', async () => {
  const port = await freePort();
  const at = `http://localhost:${port}/my`;
  // Without workers, so that renderings wait.
  const secure = await Laurel.start({ BASE_URL: 'https://certificates.example', PORT: String(port), ROLE: 'api' });
  const { key, templateId } = await secure.tenant();
  const issued = await fetch(`http://localhost:${port}/api/v1/certificates`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ templateId, variables: VARIABLES, recipientEmail: 'ada@example.org' }),
  });
  const { id } = (await issued.json()) as { id: string };
  const { status, headers } = await fetch(`${at}/enter`, {
    ...{ method: 'POST', redirect: 'manual', headers: { Origin: 'https://certificates.example' } },
    body: new URLSearchParams({ token: await writeLink(secure, 'ada@example.org') }),
  });
  const cookie = headers.get('Set-Cookie') ?? '';
  expect([status, cookie]).toEqual([
    303,
    expect.stringMatching(/^__Host-laurel\.my=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ]);
  const page = async (Cookie: string) => (await fetch(at, { headers: { Cookie } })).text();
  const card = cardOf(await page(cookie.split(';')[0] ?? ''), id);
  expect(card).toContain('>Being created<');
  expect(card).not.toMatch(/<img|linkedin|data-copy-link/);
  expect(await page((cookie.split(';')[0] ?? '').replace('__Host-', ''))).not.toContain('Leave on all devices');
});
