import { randomBytes } from 'node:crypto';
import type { Router } from 'express';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { sha256 } from '../../domain/shared/crypto.ts';
import { appRouter } from '../../procedures/router.ts';
import { myPage } from '../../server/http/my-page/router.ts';
import { restRoutes } from '../../server/http/rest-router.ts';
import { figure, scale, timing } from '../support/faults.ts';
import { issueHidden } from '../support/hiding.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { BEHIND_PROXY, placeOf } from '../support/my.ts';
import { sessionOf } from '../support/people.ts';
import { differenceOf } from '../support/welch.ts';

let laurel: Laurel;
let place: ReturnType<typeof placeOf>;
let tenant: Tenant;
beforeAll(async () => {
  const mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, LOG_LEVEL: 'silent', ...BEHIND_PROXY });
  place = placeOf(laurel, mailbox);
  tenant = await laurel.tenant({ credits: 1000 });
});

const issue = async (recipientEmail: string) => {
  const { key, templateId } = tenant;
  const body = { templateId, variables: VARIABLES, recipientEmail };
  return laurel.rendered(key, (await laurel.call('/certificates', { key, body })).body.id);
};
const run = (statement: RawBuilder<unknown>) => statement.execute(database(laurel.installation.services.em()));
const pageOf = async (Cookie: string) => (await place.get('', { cookie: Cookie })).text();

/** Token of which the attacker writes the SHA-256 into rows. */
const chosen = randomBytes(32).toString('base64url');
const later = new Date(Date.now() + 10 * 60_000);

/** Attempts by SQL to show a victim's certificates to an attacker, who has a place of their own. */
const FORGERIES: Record<string, (victim: string, attacker: string) => RawBuilder<unknown>[]> = {
  'the mailbox of a session': (victim, attacker) => [
    sql`update my_sessions set mailbox = ${victim} where mailbox = ${attacker}`,
  ],
  'a session with a token of their own': (victim) => [
    sql`insert into my_sessions (id, token_hash, mailbox, created_at, expires_at, mac)
      select gen_random_uuid(), ${sha256(chosen)}, ${victim}, created_at, ${later}, mac from my_sessions limit 1`,
  ],
  'a common place of both mailboxes': (victim, attacker) => [
    sql`insert into my_addresses (mailbox, place_id, added_at, mac)
      select m, '00000000-0000-7000-8000-000000000001', now(), '\\x00' from unnest(array[${victim}, ${attacker}]) m`,
  ],
  'the mailbox of a recipient': (victim, attacker) => [
    sql`update recipients set mailbox = ${`former-${attacker}`} where mailbox = ${attacker}`,
    sql`update recipients set mailbox = ${attacker} where mailbox = ${victim}`,
  ],
  'the address of a certificate': (victim, attacker) => [
    sql`update certificates set recipient_email = ${attacker}, recipient_id = (select id from recipients where mailbox = ${attacker})
      where recipient_id = (select id from recipients where mailbox = ${victim})`,
  ],
};

test.each(Object.keys(FORGERIES))('SQL that forges %s does not show the certificates of others', async (name) => {
  const tag = sha256(name).toString('hex').slice(0, 8);
  const [victim, attacker] = [`victim@${tag}.example`, `attacker@${tag}.example`];
  const { verificationHash } = await issue(victim);
  await issue(attacker);
  const cookies = [await place.enter(attacker), `laurel.my=${chosen}`];
  for (const statement of FORGERIES[name]?.(victim, attacker) ?? []) await run(statement);
  for (const cookie of cookies) expect(await pageOf(cookie)).not.toContain(verificationHash);
});

test('a link that SQL gave another mailbox or another token opens nothing', async () => {
  await issue('victim@links.example');
  await issue('attacker@links.example');
  await place.linkMail('attacker@links.example');
  const opens = async () => (await place.post('/enter', { token: chosen })).status;
  await run(sql`update my_links set token_hash = ${sha256(chosen)} where mailbox = 'attacker@links.example'`);
  expect(await opens()).toBe(410);
  await run(sql`update my_links set mailbox = 'victim@links.example' where mailbox = 'attacker@links.example'`);
  expect(await opens()).toBe(410);
  expect(await (await place.get(`/enter?token=${chosen}`)).text()).not.toContain('victim@links.example');
});

test('content that SQL changed is marked as altered, without links to share it', async () => {
  const { id, verificationHash } = await issue('ada@altered.example');
  const cookie = await place.enter('ada@altered.example');
  await run(sql`update certificates set recipient_name = 'Mallory' where id = ${id}`);
  const page = await pageOf(cookie);
  expect(page).toContain(verificationHash);
  expect(page).toContain('>Not genuine<');
  expect(page).not.toContain('linkedin.com');
});

interface Procedure {
  _def: { type: string; meta?: { scope?: string | null } };
}
/** Procedures without a scope that need the session of a member. */
const SIGNED_IN = ['session.get', 'session.chooseLanguage'];

test('F28: the session of a place grants nothing in the API or the dashboard', async () => {
  await issue('ada@walk.example');
  const Cookie = await place.enter('ada@walk.example');
  const admitted: string[] = [];
  for (const { name, method, path, admission } of restRoutes) {
    if (admission.scope === null) continue;
    const at = path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000');
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const headers = { Cookie, 'X-Laurel-Organisation': tenant.organisationId };
    const { status } = await laurel.call(at, { method, headers, ...body });
    if (status !== 401) admitted.push(`${name}: ${status}`);
  }
  for (const [name, procedure] of Object.entries(appRouter._def.procedures)) {
    const { type, meta } = (procedure as unknown as Procedure)._def;
    const isOpen = meta?.scope === null && !SIGNED_IN.includes(name);
    const method = type === 'mutation' ? 'POST' : 'GET';
    const response = await fetch(`${laurel.url}/trpc/${name}`, {
      method,
      headers: { Cookie, 'X-Laurel-Organisation': tenant.organisationId, 'Content-Type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
    // A stream starts before its error.
    const isRefused = (await response.text()).includes('UNAUTHORIZED');
    if (isRefused === isOpen) admitted.push(`${name}: ${response.status}`);
  }
  for (const path of ['/exports/certificates.csv', '/fonts/own/x', '/auth/list-sessions']) {
    const query = `?organisationId=${tenant.organisationId}`;
    const response = await fetch(`${laurel.url}${path}${query}`, { headers: { Cookie } });
    if (response.status < 400) admitted.push(`${path}: ${response.status}`);
  }
  figure({
    fault: 'F28',
    what: "operations that a place's session may call",
    measured: admitted.join('; '),
    wanted: '',
  });
});

/** Returns the routes of the place by method and path, so that a new one is tested, too. */
function routesOfPlace(): [method: string, path: string][] {
  const { stack } = myPage(laurel.installation.services, async () => null) as Router;
  return stack.flatMap(({ route }) =>
    route ? route.stack.map(({ method }): [string, string] => [method.toUpperCase(), String(route.path)]) : [],
  );
}

test('F28: no session of a member and no API key shows or changes anything in a place', async () => {
  const { verificationHash, id: certificateId } = await issue('owner@place.example');
  const { linkId } = await issueHidden(laurel, tenant);
  const member = await sessionOf(laurel, tenant, 'owner@place.example', 'owner');
  const routes = routesOfPlace();
  expect(routes).toContainEqual(['POST', '/leave']);
  // Routes for people without a session.
  const open = ['GET /', 'GET /enter', 'POST /link', 'POST /enter'];
  const wrong: string[] = [];
  for (const headers of [member, { Authorization: `Bearer ${tenant.key}` }])
    for (const [method, path] of routes) {
      const fields = {
        email: 'owner@place.example',
        token: chosen,
        certificateId,
        hidden: 'true',
        message: 'x',
        linkId,
      };
      const sent = { headers: headers as Record<string, string> };
      const response = method === 'GET' ? await place.get(path, sent) : await place.post(path, fields, sent);
      const isRight = open.includes(`${method} ${path}`) ? [200, 410] : [401];
      if (!isRight.includes(response.status)) wrong.push(`${method} ${path}: ${response.status}`);
      if ((await response.text()).includes(verificationHash)) wrong.push(`${method} ${path} shows a certificate`);
    }
  const { rows } = await run(sql`select from share_links where id = ${linkId}`);
  if (rows.length !== 1) wrong.push('a link was revoked');
  figure({ fault: 'F28', what: 'routes of a place open to members or keys', measured: wrong.join('; '), wanted: '' });
});

test('F27: the response time does not reveal which addresses have certificates', async () => {
  // Without workers, whose jobs would run at the same time.
  const api = await Laurel.start({ ROLE: 'api', LOG_LEVEL: 'silent', ...BEHIND_PROXY });
  const own = await api.tenant();
  const body = { templateId: own.templateId, variables: VARIABLES, recipientEmail: 'known@timing.example' };
  expect((await api.call('/certificates', { key: own.key, body })).status).toBe(201);
  const asked = placeOf(api, await Mailbox.start());
  const time = async (email: string): Promise<number> => {
    const began = performance.now();
    expect((await asked.post('/link', { email })).status).toBe(200);
    return performance.now() - began;
  };
  const samples: [number[], number[]] = [[], []];
  for (let count = 0; count < scale(60, 3000); count++) {
    // In random order, so that other load on the machine affects both equally.
    const first = randomBytes(1).readUInt8() % 2;
    for (const which of [first, 1 - first])
      samples[which]?.push(await time(which === 0 ? 'known@timing.example' : 'other@timing.example'));
  }
  const measured = Math.round(differenceOf(...samples) * 100) / 100;
  timing({ fault: 'F27', what: '|t| between known and unknown addresses of places', measured, wanted: 4.5 });
});

test('a place with 500 certificates answers quickly', async () => {
  const { key, templateId } = tenant;
  const recipients = Array.from({ length: 500 }, () => ({
    variables: VARIABLES,
    recipientEmail: 'many@figures.example',
  }));
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
  await laurel.completed(key, body.batchId);
  const cookie = await place.enter('many@figures.example');
  const times: number[] = [];
  for (let look = 0; look < 40; look++) {
    const began = performance.now();
    expect((await pageOf(cookie)).match(/<li class="card/g)).toHaveLength(50);
    times.push(performance.now() - began);
  }
  const measured = Math.round(times.toSorted((a, b) => a - b)[37] ?? 0);
  timing({ fault: 'F37', what: 'place with 500 certificates, p95', measured, wanted: 200, unit: 'ms' });
});
