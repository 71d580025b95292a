import { once } from 'node:events';
import { request } from 'node:http';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { encodeShortCode } from '../../domain/addresses/encode-short-code.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { publishTemplate } from '../../domain/templates/publish-from-code.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
import { operate } from '../support/command.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { query, startWithLog } from '../support/log.ts';
import { Mailbox } from '../support/mailbox.ts';
import { placeOf } from '../support/my.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

const DESIGN = {
  name: 'First aid',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12, text: '{{name}}' }],
  numbering: { series: 'Courses' },
};
/** Headers of a form whose sender waits until the server reads it. */
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Expect: '100-continue' };
const NAME = 'Ada Lovelace-King';

let laurel: Laurel;
let place: ReturnType<typeof placeOf>;
beforeAll(async () => {
  const mailbox = await Mailbox.start();
  laurel = await startWithLog({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent' });
  place = placeOf(laurel, mailbox);
});

async function tenantWith(more: object = { hiding: true }): Promise<Tenant> {
  const tenant = await laurel.tenant();
  const series = ['--organisation', tenant.organisationId, '--name', 'Courses', '--pattern', 'C-{######}'];
  await operate(laurel, 'number-series', 'create', ...series);
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, ...more });
  return { ...tenant, templateId };
}

const addVersion = ({ templateId: id, ...tenant }: Tenant, design: object) =>
  publishTemplate(laurel.context({ ...tenant, templateId: id }), { id, design: design as DesignDocument });

async function issue({ key, templateId }: Tenant, recipientEmail: string) {
  const body = { templateId, variables: { name: NAME }, recipientEmail };
  return laurel.rendered(key, (await laurel.call('/certificates', { key, body })).body.id);
}

const at = (path: string, init: RequestInit = {}) => fetch(`${laurel.url}${path}`, { redirect: 'manual', ...init });
const verify = async (hash: string) => (await laurel.call(`/verify/${hash}`)).body;
const pageOf = async (path: string) => (await at(path, { headers: { 'Accept-Language': 'en' } })).text();

/** Opens the place of a mailbox. Returns functions that send its forms and read its page. */
async function placeFor(email: string) {
  const cookie = await place.enter(email);
  return {
    headers: { Cookie: cookie },
    send: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      at(path, { method: 'POST', headers: { Cookie: cookie, ...headers }, body: new URLSearchParams(fields) }),
    read: async () => (await at('/my?lang=en', { headers: { Cookie: cookie } })).text(),
  };
}

const linkIdIn = (html: string): string => /name="linkId" value="([^"]+)"/.exec(html)?.[1] ?? '';
const linksIn = (html: string): string[] =>
  [...html.matchAll(/href="[^"]*(\/share\/[\w-]{44})"/g)].map(([, path = '']) => path);

test('a hidden certificate says whether it is valid, without personal data, and a private link shows all of it', async () => {
  const tenant = await tenantWith();
  const certificate = await issue(tenant, 'ada@hiding.example');
  const { id, verificationHash: hash } = certificate;
  const { send, read } = await placeFor('ada@hiding.example');
  expect((await send('/my/hidden', { certificateId: id, hidden: 'true' })).status).toBe(303);
  const verified = await verify(hash);
  expect(verified).toMatchObject({ valid: true, integrityVerified: true, hidden: true });
  expect(certificate.number).toBe('C-000001');
  expect(verified.certificate).toMatchObject({ recipientName: null, number: null, templateName: 'First aid' });
  const page = await pageOf(`/verify/${hash}`);
  expect(page).toContain('This certificate is valid.');
  expect(page).toContain('only to people who have a private link');
  for (const secret of [NAME, 'card.png', '/files/', 'linkedin'])
    expect(page.toLowerCase()).not.toContain(secret.toLowerCase());
  expect((await at(`/verify/${hash}/card.png`)).status).toBe(404);
  expect((await laurel.call(`/certificates/${id}`, { key: tenant.key })).body).toMatchObject({
    hidden: true,
    recipientName: NAME,
  });
  await send('/my/share-links', { certificateId: id });
  await send('/my/share-links', { certificateId: id });
  const [first = '', second = ''] = linksIn(await read());
  const shown = await at(first);
  expect([shown.status, shown.headers.get('X-Robots-Tag'), shown.headers.get('Cache-Control')]).toEqual([
    200,
    'noindex',
    'no-store',
  ]);
  const text = await shown.text();
  expect(text).toContain(NAME);
  expect(text).toContain(certificate.pdfUrl);
  expect(text).toContain(encodeURIComponent(`${laurel.url}${first}`));
  expect(text).not.toContain('card.png');
  const linkId = linkIdIn(await read());
  await send('/my/share-links/revoke', { linkId });
  expect([(await at(first)).status, (await at(second)).status]).toEqual([404, 200]);
  expect((await at(`${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  await send('/my/hidden', { certificateId: id, hidden: 'false' });
  expect((await verify(hash)).certificate.recipientName).toBe(NAME);
  expect(await pageOf(`/verify/${hash}`)).toContain(NAME);
  expect([linksIn(await read()), (await at(second)).status]).toEqual([[second], 200]);
  await send('/my/share-links/revoke', { linkId: linkIdIn(await read()) });
  expect([linksIn(await read()), (await at(second)).status]).toEqual([[], 404]);
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

test('the card of a hidden certificate offers its files, but no link to the page that shows nothing', async () => {
  const { id, verificationUrl, pdfUrl } = await issue(await tenantWith(), 'card@hiding.example');
  const { send, read } = await placeFor('card@hiding.example');
  const offered = async () => {
    const card = await read();
    return [pdfUrl, `data-copy-link="${verificationUrl}"`, 'linkedin.com'].map((link) => card.includes(link));
  };
  expect(await offered()).toEqual([true, true, true]);
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  expect(await offered()).toEqual([true, false, false]);
});

test('a corrected certificate stays hidden, under its former hash too, and a revoked one says so without the reason', async () => {
  const tenant = await tenantWith();
  const { id, verificationHash: former } = await issue(tenant, 'grace@hiding.example');
  const { send } = await placeFor('grace@hiding.example');
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  const body = { variables: { name: `${NAME} II` }, reason: 'a mistake' };
  await laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body });
  const { verificationHash: hash } = await laurel.rendered(tenant.key, id);
  expect(await verify(hash)).toMatchObject({ valid: true, hidden: true, certificate: { recipientName: null } });
  expect(await pageOf(`/verify/${former}`)).not.toContain(NAME);
  await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: `${NAME} left` } });
  const revoked = await verify(hash);
  expect([revoked.valid, revoked.certificate.status, revoked.certificate.revokedReason]).toEqual([
    false,
    'REVOKED',
    null,
  ]);
  const page = await pageOf(`/verify/${hash}`);
  expect([page.includes(NAME), page.includes('has since withdrawn it')]).toEqual([false, true]);
});

test('no public address names the recipient or the number of a hidden certificate, by any of its hashes', async () => {
  const tenant = await tenantWith();
  const { id, number, verificationHash: former } = await issue(tenant, 'public@hiding.example');
  const body = { variables: { name: `${NAME} II` }, reason: 'a mistake' };
  await laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body });
  const { verificationHash: hash } = await laurel.rendered(tenant.key, id);
  const paths = [former, hash].flatMap((one) => [
    ...['', '?lang=ar', '/card.png', '/card.png?language=de'].map((rest) => `/verify/${one}${rest}`),
    ...[`/api/v1/verify/${one}`, `/s/${encodeShortCode(one)}`, `/verify?q=${one}`],
  ]);
  const named = async () => {
    const texts = [...paths, `/verify?q=${id}`].map(async (path) => {
      const response = await at(path, { redirect: 'follow', headers: { Accept: 'application/json, text/html' } });
      const text = `${[...response.headers].join()} ${await response.text()}`;
      const isPicture = response.headers.get('Content-Type') === 'image/png';
      return isPicture || [NAME, number ?? '', 'public@hiding.example'].some((one) => text.includes(one)) ? path : [];
    });
    return (await Promise.all(texts)).flat();
  };
  expect(await named()).toHaveLength(paths.length + 1);
  const { send } = await placeFor('public@hiding.example');
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  expect(await named()).toEqual([]);
  expect(await verify(former)).toMatchObject({
    ...{ hidden: true, replacedBy: `${laurel.url}/verify/${hash}` },
    certificate: { status: 'REPLACED', recipientName: null, number: null },
  });
});

test('renewals of a hidden certificate are hidden, and a private link shows only its own certificate', async () => {
  const tenant = await tenantWith();
  const { id, verificationHash } = await issue(tenant, 'again@hiding.example');
  const other = await issue(tenant, 'again@hiding.example');
  const { send, read } = await placeFor('again@hiding.example');
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  await send('/my/share-links', { certificateId: id });
  const [link = ''] = linksIn(await read());
  const renew = async (renewalOf: string) =>
    (await laurel.call(`/certificates/${renewalOf}/renew`, { key: tenant.key, body: {} })).body.id;
  const first = await laurel.rendered(tenant.key, await renew(id));
  expect(first.hidden).toBe(true);
  expect(await verify(first.verificationHash)).toMatchObject({ valid: true, certificate: { recipientName: null } });
  expect((await verify(verificationHash)).renewedBy).toBeUndefined();
  const shown = await pageOf(link);
  expect([shown.includes(NAME), shown.includes(first.verificationHash)]).toEqual([true, true]);
  expect(await pageOf(`/verify/${first.verificationHash}`)).not.toContain(NAME);
  const recipients = [first.id, other.id].map((renewalOf) => ({ variables: { name: NAME }, renewalOf }));
  const batch = { templateId: tenant.templateId, recipients };
  const { certificates } = (await laurel.call('/batches', { key: tenant.key, body: batch })).body;
  const renewed = certificates.map((one: { id: string }) => laurel.rendered(tenant.key, one.id));
  expect((await Promise.all(renewed)).map(({ hidden }) => hidden)).toEqual([true, false]);
  await send('/my/hidden', { certificateId: first.id, hidden: 'false' });
  expect((await verify(first.verificationHash)).certificate.recipientName).toBe(NAME);
  expect((await reconcile(laurel.installation.services)).violations).toEqual([]);
});

test('only the recipient hides a certificate, and only where the template allows it', async () => {
  const tenant = await tenantWith({});
  const allowing = await tenantWith();
  const plain = await issue(tenant, 'own@hiding.example');
  const foreign = await issue(allowing, 'other@hiding.example');
  const { send } = await placeFor('own@hiding.example');
  const hide = (certificateId: string, headers = {}) => send('/my/hidden', { certificateId, hidden: 'true' }, headers);
  expect((await hide(plain.id)).status).toBe(409);
  expect((await hide(foreign.id)).status).toBe(404);
  expect((await hide('x')).status).toBe(404);
  expect((await send('/my/share-links', { certificateId: foreign.id })).status).toBe(404);
  expect((await send('/my/hidden', { certificateId: plain.id, hidden: 'maybe' })).status).toBe(404);
  expect((await hide(foreign.id, { Origin: 'https://evil.example' })).status).toBe(403);
  expect(
    (
      await at('/my/hidden', {
        method: 'POST',
        body: new URLSearchParams({ certificateId: foreign.id, hidden: 'true' }),
      })
    ).status,
  ).toBe(401);
  expect((await verify(foreign.verificationHash)).certificate.recipientName).toBe(NAME);
});

test('a recipient who lost the certificate or the mailbox in the meantime changes nothing', async () => {
  const tenant = await tenantWith();
  const { organisationId, key } = tenant;
  const { id, verificationHash: hash } = await issue(tenant, 'former@hiding.example');
  const { send } = await placeFor('former@hiding.example');
  const holder = new pg.Client({ connectionString: laurel.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from certificates where organisation_id = $1 and id = $2 for update', [
    organisationId,
    id,
  ]);
  const body = { recipientEmail: 'present@hiding.example' };
  const moved = laurel.call(`/certificates/${id}/email`, { key, body });
  await waiting(1);
  const late = [
    send('/my/hidden', { certificateId: id, hidden: 'true' }),
    send('/my/share-links', { certificateId: id }),
  ];
  await waiting(3);
  await holder.query('commit');
  await holder.end();
  expect((await moved).status).toBe(200);
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([404, 404]);
  expect((await verify(hash)).hidden).toBeUndefined();
  const present = await placeFor('present@hiding.example');
  expect(linksIn(await present.read())).toEqual([]);
  const slow = request(`${laurel.url}/my/hidden`, { method: 'POST', headers: { ...present.headers, ...FORM } });
  slow.flushHeaders();
  await once(slow, 'continue');
  await present.send('/my/leave', {});
  slow.end(`${new URLSearchParams({ certificateId: id, hidden: 'true' })}`);
  const [answer] = await once(slow, 'response');
  expect([answer.statusCode, (await verify(hash)).hidden]).toEqual([401, undefined]);
});

/** Resolves once the number of sessions waits for locks. */
const waiting = (sessions: number) =>
  waitFor(
    `${sessions} sessions that wait for locks`,
    () => query(laurel, "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
    ({ length }) => length >= sessions,
  );

test('has at most 20 private links, also for concurrent requests', async () => {
  const tenant = await tenantWith();
  const { id } = await issue(tenant, 'many@hiding.example');
  const { send, read } = await placeFor('many@hiding.example');
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  // Waiting for the others can take longer than a request may wait.
  const add = async (): Promise<Response> => {
    const answer = await send('/my/share-links', { certificateId: id });
    return answer.status === 503 ? add() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 25 }, add));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(linksIn(await read())).toHaveLength(20);
});

test('SQL that restores an earlier copy of a certificate, and so shows its page, is found', async () => {
  const tenant = await tenantWith();
  const { id } = await issue(tenant, 'copy@hiding.example');
  const { send } = await placeFor('copy@hiding.example');
  const [{ mac } = { mac: '' }] = await query<{ mac: string }>(
    laurel,
    `select encode(mac, 'hex') as mac from certificates where id = '${id}'`,
  );
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  await query(laurel, `update certificates set hidden = false, mac = decode('${mac}', 'hex') where id = '${id}'`);
  const { violations } = await reconcile(laurel.installation.services);
  const messages = violations.filter((one) => one.id === id).map(({ message }) => message);
  expect(messages).toEqual(['the hiding of the page differs from its last audit entry']);
});

test('the audit log has each hiding, showing and revoked link, without the address', async () => {
  const tenant = await tenantWith();
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@hiding.example', 'owner'));
  const { id } = await issue(tenant, 'log@hiding.example');
  const { send, read } = await placeFor('log@hiding.example');
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  await send('/my/share-links', { certificateId: id });
  const linkId = linkIdIn(await read());
  await send('/my/share-links/revoke', { linkId });
  await send('/my/share-links/revoke', { linkId });
  await send('/my/hidden', { certificateId: id, hidden: 'false' });
  const { entries } = await owner.audit.list.query({ limit: 3 });
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['Recipient', 'certificates.show', id],
    ['Recipient', 'shareLinks.revoke', linkId],
    ['Recipient', 'certificates.hide', id],
  ]);
});

test('a verification during a change of hiding shows all or nothing, and one after it shows the new state', async () => {
  const tenant = await tenantWith();
  const { id, number, verificationHash: hash } = await issue(tenant, 'during@hiding.example');
  const { send } = await placeFor('during@hiding.example');
  const whole = { hidden: undefined, name: NAME, number };
  const withheld = { hidden: true, name: null, number: null };
  const look = async () => {
    const { hidden, certificate } = await verify(hash);
    return { hidden, name: certificate.recipientName, number: certificate.number };
  };
  for (const hidden of [true, false, true]) {
    const during = Array.from({ length: 20 }, look);
    await send('/my/hidden', { certificateId: id, hidden: String(hidden) });
    expect(await look()).toEqual(hidden ? withheld : whole);
    for (const seen of await Promise.all(during)) expect([whole, withheld]).toContainEqual(seen);
  }
});

test('another address keeps the page hidden and ends the links and the rights of the former recipient', async () => {
  const tenant = await tenantWith();
  const { id, verificationHash: hash } = await issue(tenant, 'before@hiding.example');
  const before = await placeFor('before@hiding.example');
  await before.send('/my/hidden', { certificateId: id, hidden: 'true' });
  await before.send('/my/share-links', { certificateId: id });
  const [link = ''] = linksIn(await before.read());
  const linkId = linkIdIn(await before.read());
  // As many links as a certificate can have.
  await query(
    laurel,
    `insert into share_links (organisation_id, id, certificate_id, recipient_id, key_id, created_at, mac)
      select organisation_id, gen_random_uuid(), certificate_id, recipient_id, key_id, created_at, mac
      from share_links, generate_series(1, 19) where id = '${linkId}'`,
  );
  const body = { recipientEmail: 'after@hiding.example' };
  await laurel.call(`/certificates/${id}/email`, { key: tenant.key, body });
  expect([(await verify(hash)).hidden, (await at(link)).status]).toEqual([true, 404]);
  const refused = [
    await before.send('/my/hidden', { certificateId: id, hidden: 'false' }),
    await before.send('/my/share-links', { certificateId: id }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404]);
  const after = await placeFor('after@hiding.example');
  expect(linksIn(await after.read())).toEqual([]);
  await after.send('/my/share-links', { certificateId: id });
  const own = linksIn(await after.read());
  await before.send('/my/share-links/revoke', { linkId });
  await before.send('/my/share-links/revoke', { linkId: linkIdIn(await after.read()) });
  expect([own.length, (await at(own[0] ?? '')).status, linksIn(await after.read())]).toEqual([1, 200, own]);
  await after.send('/my/hidden', { certificateId: id, hidden: 'false' });
  expect((await verify(hash)).certificate.recipientName).toBe(NAME);
});

test('a template that no longer allows hiding leaves certificates hidden until their recipients show them', async () => {
  const tenant = await tenantWith();
  const { id, verificationHash: hash } = await issue(tenant, 'without@hiding.example');
  const other = await issue(tenant, 'without@hiding.example');
  const { send, read } = await placeFor('without@hiding.example');
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  await addVersion(tenant, DESIGN);
  expect((await verify(hash)).hidden).toBe(true);
  await send('/my/share-links', { certificateId: id });
  expect(linksIn(await read())).toHaveLength(1);
  expect((await send('/my/hidden', { certificateId: other.id, hidden: 'true' })).status).toBe(409);
  expect((await send('/my/share-links', { certificateId: other.id })).status).toBe(409);
  await send('/my/hidden', { certificateId: id, hidden: 'false' });
  expect((await verify(hash)).certificate.recipientName).toBe(NAME);
  expect((await send('/my/hidden', { certificateId: id, hidden: 'true' })).status).toBe(409);
  await send('/my/share-links/revoke', { linkId: linkIdIn(await read()) });
  expect(linksIn(await read())).toEqual([]);
});

test('limits how often a day a page is shown and links are created, but neither hiding nor revoking', async () => {
  const tenant = await tenantWith();
  const { id } = await issue(tenant, 'often@hiding.example');
  const { send, read } = await placeFor('often@hiding.example');
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  await send('/my/share-links', { certificateId: id });
  await send('/my/hidden', { certificateId: id, hidden: 'false' });
  await query(laurel, `update rate_limits set points = 100 where key like 'hiding:${tenant.organisationId}:%'`);
  expect((await send('/my/hidden', { certificateId: id, hidden: 'true' })).status).toBe(303);
  const refused = [
    await send('/my/hidden?lang=en', { certificateId: id, hidden: 'false' }),
    await send('/my/share-links?lang=en', { certificateId: id }),
  ];
  for (const response of refused) {
    expect([response.status, Number(response.headers.get('Retry-After')) > 3600]).toEqual([429, true]);
    expect(await response.text()).toContain('That is enough changes for one day.');
  }
  await send('/my/share-links/revoke', { linkId: linkIdIn(await read()) });
  expect(linksIn(await read())).toEqual([]);
  const { id: certificateId } = await issue(tenant, 'seldom@hiding.example');
  const other = await placeFor('seldom@hiding.example');
  await other.send('/my/hidden', { certificateId, hidden: 'true' });
  expect((await other.send('/my/share-links', { certificateId })).status).toBe(303);
});

test('SQL cannot show a hidden certificate unnoticed, nor forge or revive a private link', async () => {
  const tenant = await tenantWith();
  const { id, verificationHash: hash } = await issue(tenant, 'sql@hiding.example');
  const { send, read } = await placeFor('sql@hiding.example');
  await send('/my/hidden', { certificateId: id, hidden: 'true' });
  await send('/my/share-links', { certificateId: id });
  const [link = ''] = linksIn(await read());
  const linkId = linkIdIn(await read());
  await send('/my/share-links', { certificateId: id });
  const genuine = linksIn(await read()).at(-1) ?? '';
  await query(laurel, `update share_links set key_id = key_id || '\\x00' where id = '${linkId}'`);
  expect([(await at(link)).status, linksIn(await read())]).toEqual([404, [genuine]]);
  await query(
    laurel,
    `update share_links set key_id = substring(key_id from 1 for length(key_id) - 1) where id = '${linkId}'`,
  );
  await query(laurel, `create table former_links as select * from share_links where id = '${linkId}'`);
  await send('/my/share-links/revoke', { linkId });
  await query(laurel, 'insert into share_links select * from former_links');
  await query(laurel, 'drop table former_links');
  expect([(await at(link)).status, linksIn(await read())]).toEqual([404, [genuine]]);
  await query(laurel, `update certificates set hidden = false where id = '${id}'`);
  const opened = await verify(hash);
  expect(opened).toMatchObject({ valid: false, integrityVerified: false });
  expect(opened.certificate).toMatchObject({ recipientName: null, number: null });
  const shown = [await pageOf(`/verify/${hash}`), await pageOf(genuine)];
  expect(shown.map((page) => [page.includes(NAME), page.includes('/files/')])).toEqual([
    [false, false],
    [false, false],
  ]);
  expect((await at(`/verify/${hash}/card.png`)).status).toBe(404);
  const { violations } = await reconcile(laurel.installation.services);
  const messages = violations.filter((one) => one.id === id).map(({ message }) => message);
  expect(messages).toEqual(
    expect.arrayContaining([expect.stringContaining('the certificate'), expect.stringContaining('share_links')]),
  );
});
