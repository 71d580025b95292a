import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { database } from '../../database/sql.ts';
import { makeAuthenticate } from '../../domain/api-keys/authenticate.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import { recentBulkActions } from '../../domain/bulk/read.ts';
import { startBulkAction } from '../../domain/bulk/start.ts';
import { mayRetry, retryAt } from '../../domain/emails/rules.ts';
import { endTurn, takeTurn } from '../../domain/integrity/take-turn.ts';
import { createBatch } from '../../domain/issuing/create-batch.ts';
import { generateCertificate } from '../../domain/issuing/generate.ts';
import { cleanUp } from '../../domain/maintenance/clean-up.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { waitForEmail } from '../../domain/shared/email-limits.ts';
import { newId } from '../../domain/shared/ids.ts';
import { readOverview } from '../../domain/statistics/read-overview.ts';
import { areTimesPlausible } from '../../domain/verification/check-times.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { pingWebhook } from '../../domain/webhooks/ping.ts';
import { passRunner } from '../../jobs/integrity.ts';
import { authenticate } from '../support/authentic.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { codeOf, nativeClient, PASSWORD, sessionOf, signInAs } from '../support/people.ts';
import { photograph, uploadPicture } from '../support/portraits.ts';
import { createTestKey } from '../support/real-values.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.start();
});

const db = () => database(laurel.installation.services.em());
const ownerOf = async (tenant: Tenant, email: string) =>
  nativeClient(laurel, await sessionOf(laurel, tenant, email, 'owner'));
/** Returns the tenant's context with a clock that is off by a time in ms. */
const contextAt = (tenant: Tenant, ms: number) => {
  const context = laurel.context(tenant);
  return { ...context, now: () => new Date(context.now().getTime() + ms) };
};
/** Expects an interval in ms, with a tolerance for the time that the test takes. */
const expectInterval = (from: Date | string | number, to: Date | string, wanted: number) =>
  expect(Math.abs(new Date(to).getTime() - new Date(from).getTime() - wanted)).toBeLessThan(MINUTE / 2);

test('deletes expired data after its documented time, and not before', async () => {
  const tenant = await laurel.tenant();
  const { key, templateId, organisationId } = tenant;
  const context = laurel.context(tenant);
  const start = context.now().getTime();
  const receiver = await Receiver.start();
  const owner = await ownerOf(tenant, 'clean@time.example');
  const headers = { 'Idempotency-Key': 'kept for a day' };
  await laurel.call('/certificates', { key, headers, body: { templateId, variables: VARIABLES } });
  await owner.members.invite.mutate({ email: 'guest@time.example', role: 'viewer' });
  const { id: webhookId } = await createWebhook(context, { name: 'w', url: receiver.url, events: ['batch.completed'] });
  await pingWebhook(context, { id: webhookId });
  const { id: certificateId } = await laurel.issue(tenant);
  const selection = { ids: [certificateId] };
  await startBulkAction(context, { kind: 'DOWNLOAD', selection });
  await startBulkAction(context, { kind: 'REVOKE', selection, reason: 'an error' });
  await revokeApiKey(context, (await createApiKey(context, { name: 'revoked', scopes: ['credits:read'] })).id);
  await createApiKey(context, { name: 'expired', scopes: ['credits:read'], expiresAt: new Date(start) });
  await uploadPicture(laurel, key, await photograph('#123'));
  const all = sql`true`;
  const kept: [days: number, table: string, where: RawBuilder<unknown>][] = [
    [1 / 24, 'rate_limits', sql`key = ${`mail-invitation:${organisationId}`}`],
    [1, 'idempotency_keys', all],
    [1, 'bulk_actions', sql`kind = 'DOWNLOAD'`],
    [7, 'invitations', all],
    [30, 'bulk_actions', sql`kind = 'REVOKE' and completed_at is not null`],
    [30, 'webhook_deliveries', sql`status = 'SUCCEEDED'`],
    [30, 'events', all],
    [30, 'emails', sql`ended_at is not null`],
    [30, 'assets', all],
    [90, 'api_keys', sql`name = 'revoked'`],
    [90, 'api_keys', sql`name = 'expired'`],
  ];
  const present = async () => {
    const counts = kept.map(async ([, table, where]) => {
      const own = table === 'rate_limits' ? all : sql`organisation_id = ${organisationId}`;
      const { rows } = await sql`select from ${sql.table(table)} where ${own} and ${where} limit 1`.execute(db());
      return rows.length;
    });
    return Promise.all(counts);
  };
  await waitFor('one row of each kind', present, (counts) => counts.every((count) => count === 1));
  for (const days of new Set(kept.map(([time]) => time))) {
    await cleanUp(contextAt(tenant, days * DAY - MINUTE));
    expect(await present()).toEqual(kept.map(([time]) => (time >= days ? 1 : 0)));
    await cleanUp(contextAt(tenant, days * DAY + MINUTE));
    expect(await present()).toEqual(kept.map(([time]) => (time > days ? 1 : 0)));
  }
});

test('keeps an event after its time while a delivery needs it', async () => {
  const tenant = await laurel.tenant();
  const receiver = await Receiver.start((response) => response.writeHead(503).end());
  const events = ['certificate.ready' as const];
  await createWebhook(laurel.context(tenant), { name: 'w', url: receiver.url, events, retry: 'day' });
  await laurel.issue(tenant);
  await receiver.wait(1);
  const own = sql`organisation_id = ${tenant.organisationId}`;
  const left = async () => {
    await cleanUp(contextAt(tenant, 31 * DAY));
    const { rows } = await sql<{ type: string }>`select type from events where ${own} order by position`.execute(db());
    return rows.map(({ type }) => type);
  };
  expect(await left()).toEqual(['certificate.ready']);
  await sql`update webhook_deliveries set status = 'FAILED' where ${own}`.execute(db());
  expect(await left()).toEqual([]);
});

test('deletes all expired rows, also more than a statement takes', async () => {
  const { organisationId } = await laurel.tenant();
  const old = sql`now() - interval '40 days'`;
  const rows = sql`generate_series(1, 1100) n`;
  const digest = sql`sha256(n::text::bytea)`;
  const tables = ['idempotency_keys', 'import_files', 'assets'];
  const counts = () =>
    Promise.all(
      tables.map(async (table) => {
        const counted = sql<{ count: number }>`
          select count(*)::int as count from ${sql.table(table)} where organisation_id = ${organisationId}`;
        return (await counted.execute(db())).rows[0]?.count;
      }),
    );
  await sql`insert into idempotency_keys (organisation_id, route, key, request_digest, response, created_at)
    select ${organisationId}, 'r', n::text, ${digest}, '', ${old} from ${rows}`.execute(db());
  await sql`insert into import_files (organisation_id, digest, file_name, image_digest, size, uploaded_by, uploaded_at, mac)
    select ${organisationId}, ${digest}, 'f' || n, ${digest}, 1, 'x', ${old}, '' from ${rows}`.execute(db());
  await sql`insert into assets (organisation_id, digest, file_name, format, width, height, size, small_size, uploaded_by, uploaded_at, mac)
    select ${organisationId}, ${digest}, 'a' || n, 'png', 1, 1, 1, 0, 'x', ${old}, '' from ${rows}`.execute(db());
  expect(await counts()).toEqual([1100, 1100, 1100]);
  await cleanUp(laurel.installation.services);
  expect(await counts()).toEqual([0, 0, 0]);
});

test('links, sessions, secrets and lists state their documented lifetimes', async () => {
  const tenant = await laurel.tenant();
  const owner = await ownerOf(tenant, 'lives@time.example');
  const start = laurel.installation.services.now();
  await owner.members.invite.mutate({ email: 'invited@time.example', role: 'viewer' });
  const invitationOf = async () => (await owner.members.list.query()).invitations[0];
  const mailed = await waitFor('the mail', invitationOf, (invitation) => invitation?.mail?.status === 'SENT');
  expectInterval(start, mailed?.expiresAt ?? '', 7 * DAY);
  const headers = { 'Content-Type': 'application/json', Origin: laurel.url };
  const body = JSON.stringify({ email: 'lives@time.example' });
  await fetch(`${laurel.url}/auth/request-password-reset`, { method: 'POST', headers, body });
  const resets = sql<{ expiresAt: Date }>`select v."expiresAt" as expires_at from auth.verification v
    join auth."user" u on u.id = v.value where u.email = 'lives@time.example'`;
  const reset = async () => (await resets.execute(db())).rows.map(({ expiresAt }) => expiresAt);
  for (const expiresAt of await waitFor('a link', reset, (rows) => rows.length > 0))
    expectInterval(start, expiresAt, HOUR);
  expect((await signInAs(laurel, 'lives@time.example')).headers.get('set-cookie')).toContain(`Max-Age=${7 * 86_400}`);
  const { id } = await owner.webhooks.create.mutate({
    name: 'w',
    url: 'https://198.41.0.4/',
    events: ['batch.completed'],
  });
  await owner.webhooks.rotateSecret.mutate({ id });
  expectInterval(start, (await owner.webhooks.get.query({ id })).previousSecretUntil ?? '', DAY);
  await laurel.issue(tenant);
  const list = await fetch(`${laurel.url}/issuers/${tenant.organisationId}/status/0`);
  const { validFrom, validUntil } = (await list.json()) as { validFrom: string; validUntil: string };
  expectInterval(start, validFrom, 0);
  expectInterval(start, validUntil, DAY);
  expect(list.headers.get('Cache-Control')).toBe('public, max-age=10');
});

test('an expired invitation is neither listed nor accepted nor counted', async () => {
  const tenant = await laurel.tenant();
  const { organisationId } = tenant;
  const owner = await ownerOf(tenant, 'host@time.example');
  await owner.members.invite.mutate({ email: 'late@time.example', role: 'viewer' });
  const mail = async () => (await owner.members.list.query()).invitations[0]?.mail?.status;
  await waitFor('the mail', mail, (status) => status === 'SENT');
  const own = sql`organisation_id = ${organisationId}`;
  const token = 'known';
  await sql`update invitations set token_hash = sha256(${token}::bytea) where ${own}`.execute(db());
  await authenticate(laurel.installation.services, 'invitations', own);
  expect(await owner.invitations.get.query({ token })).toMatchObject({ role: 'viewer' });
  await sql`update invitations set expires_at = now() - interval '1 second' where ${own}`.execute(db());
  await authenticate(laurel.installation.services, 'invitations', own);
  expect((await owner.members.list.query()).invitations).toEqual([]);
  const input = { token, name: 'Late', password: PASSWORD };
  expect(await owner.invitations.get.query({ token }).catch(codeOf)).toBe('NOT_FOUND');
  expect(await owner.invitations.accept.mutate(input).catch(codeOf)).toBe('NOT_FOUND');
  await sql`insert into invitations (organisation_id, id, email, role, token_hash, invited_by, created_at, expires_at, mac)
    select organisation_id, gen_random_uuid(), n || email, role, sha256(n::text::bytea), invited_by, created_at, expires_at, mac
    from invitations, generate_series(1, 100) n where ${own}`.execute(db());
  await owner.members.invite.mutate({ email: 'next@time.example', role: 'viewer' });
});

test('a mailbox gets five mails per purpose and hour, and the hour starts with the first', async () => {
  const tenant = await laurel.tenant();
  const { organisationId } = tenant;
  const now = laurel.installation.services.now().getTime();
  const send = (ms: number, purpose: 'certificate' | 'invitation' = 'certificate') =>
    waitForEmail(laurel.installation.services.em(), {
      ...{ purpose, address: 'full@time.example', organisationId, now: new Date(now + ms) },
    });
  for (const ms of [0, 1, 2, 3, 4]) expect(await send(ms * MINUTE)).toBeNull();
  expect(await send(50 * MINUTE)).toBe(10 * MINUTE);
  expect(await send(50 * MINUTE, 'invitation')).toBeNull();
  expect(await send(HOUR - 1)).toBe(1);
  expect(await send(HOUR)).toBeNull();
});

test('retries temporary refusals for 72 h, after 5 s at first and 5 min at last', () => {
  const now = new Date();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  expect([72 * HOUR - 1, 72 * HOUR].map((ms) => mayRetry(ago(ms), now))).toEqual([true, false]);
  const longest = [5, 10, 20, 40, 80, 160, 300, 300];
  for (const [refusals, seconds] of longest.entries()) {
    const wait = retryAt(now, refusals).getTime() - now.getTime();
    expect(wait).toBeGreaterThanOrEqual(seconds * 500);
    expect(wait).toBeLessThanOrEqual(seconds * 1000);
  }
  expect(retryAt(now, 1000).getTime() - now.getTime()).toBeLessThanOrEqual(5 * MINUTE);
});

test('notifies the author of a batch that took longer than a minute', async () => {
  const tenant = await laurel.tenant();
  const { user } = await (await ownerOf(tenant, 'author@time.example')).session.get.query();
  const { templateId, key, organisationId } = tenant;
  const noticesAfter = async (ms: number) => {
    const context = { ...contextAt(tenant, -ms), actor: { kind: 'person' as const, id: user.id, name: user.email } };
    const { batchId } = await createBatch(context, { templateId, recipients: [{ variables: VARIABLES }] });
    await laurel.completed(key, batchId);
    const notices = sql`select from emails
      where organisation_id = ${organisationId} and kind = 'BATCH_NOTICE' and subject_id = ${batchId}`;
    return (await notices.execute(db())).rows.length;
  };
  expect(await noticesAfter(20_000)).toBe(0);
  expect(await noticesAfter(61_000)).toBe(1);
});

test('a rendering that has not ended after 30 days fails and is refunded', async () => {
  const tenant = await laurel.tenant({ credits: 2 });
  const { templateId, key } = tenant;
  const states: string[] = [];
  for (const ms of [30 * DAY - MINUTE, 30 * DAY + 1000]) {
    const { id } = await generateCertificate(contextAt(tenant, -ms), { templateId, variables: VARIABLES });
    states.push((await laurel.rendered(key, id)).renderStatus);
  }
  expect(states).toEqual(['COMPLETED', 'FAILED']);
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 1 });
});

test('a certificate of test mode is rendered, and verifies, after its clock was moved by 40 days', async () => {
  const live = await laurel.tenant();
  const { organisationId } = await openSandbox(laurel.context(live));
  const [tenant, key] = [{ ...live, organisationId }, await createTestKey(laurel, live)];
  const { templateId } = tenant;
  const { id } = await generateCertificate(contextAt(tenant, -40 * DAY), { templateId, variables: VARIABLES });
  const { renderStatus, verificationHash } = await laurel.rendered(key, id);
  expect(renderStatus).toBe('COMPLETED');
  expect((await laurel.call(`/verify/${verificationHash}`)).body.integrityVerified).toBe(true);
});

test.each([
  [0, 0, 0, true],
  [30 * DAY, 30 * DAY, 0, true],
  [30 * DAY + 1, 0, 0, false],
  [0, 30 * DAY + 1, 0, false],
  [-1, 0, 0, false],
  [0, -1, 0, false],
  [365 * DAY, 30 * DAY, 1, true],
])('sealed after %d ms and logged %d ms later, statement %d: plausible is %s', (sealed, logged, number, wanted) => {
  const [createdAt, sealedAt] = [new Date(0), new Date(sealed)];
  const seal = { number, createdAt: sealedAt, loggedAt: new Date(sealed + logged) };
  const seals = [seal] as unknown as Parameters<typeof areTimesPlausible>[0]['seals'];
  expect(areTimesPlausible({ organisationId: newId(createdAt), createdAt, seals })).toBe(wanted);
});

test('the start page counts the last 30 days by UTC day, and the list shows actions of the last hour', async () => {
  const tenant = await laurel.tenant();
  const { templateId } = tenant;
  const today = Math.floor(laurel.installation.services.now().getTime() / DAY) * DAY;
  const at = (time: number) => ({ ...laurel.context(tenant), now: () => new Date(time) });
  for (const time of [today, today + DAY - 1, today + DAY])
    await generateCertificate(at(time), {
      templateId,
      variables: VARIABLES,
      recipientEmail: 'a@time.example',
      sendEmail: true,
    });
  const overview = async (days: number) => await readOverview(at(today + days * DAY));
  const counts = async (days: number) => {
    const found = await overview(days);
    return [found.days.flatMap(({ date, count }) => (count > 0 ? [[date, count]] : [])), found.days.length];
  };
  const date = (days: number) => new Date(today + days * DAY).toISOString().slice(0, 10);
  // The second reading is cached.
  for (const _ of [1, 2]) {
    expect(await counts(29)).toEqual([
      [
        [date(0), 2],
        [date(1), 1],
      ],
      30,
    ]);
    expect(await counts(30)).toEqual([[[date(1), 1]], 30]);
  }
  const mails = async (days: number) => {
    const { QUEUED, SENT, FAILED } = (await overview(days)).emails;
    return QUEUED + SENT + FAILED;
  };
  expect([await mails(29.9), await mails(30.9), await mails(31.1)]).toEqual([3, 2, 0]);
  const [{ id }] = (await laurel.call('/certificates', { key: tenant.key })).body.certificates;
  await startBulkAction(laurel.context(tenant), { kind: 'REVOKE', selection: { ids: [id] }, reason: 'an error' });
  const actions = async (ms: number) => (await recentBulkActions(contextAt(tenant, ms))).actions.length;
  expect([await actions(59 * MINUTE), await actions(61 * MINUTE)]).toEqual([1, 0]);
});

test('a key expires at its time and then leaves room, and its last use is recorded once per minute', async () => {
  const tenant = await laurel.tenant();
  const expiresAt = new Date(laurel.installation.services.now().getTime() + HOUR);
  const { id, key } = await createApiKey(laurel.context(tenant), { name: 'k', scopes: ['credits:read'], expiresAt });
  const use = async (time: number) => {
    await makeAuthenticate({ ...laurel.installation.services, now: () => new Date(time) })(`Bearer ${key}`);
    const { rows } = await sql<{ lastUsedAt: Date }>`select last_used_at from api_keys where id = ${id}`.execute(db());
    return rows[0]?.lastUsedAt.getTime();
  };
  const start = expiresAt.getTime() - HOUR;
  expect([await use(start), await use(start + MINUTE - 1), await use(start + MINUTE)]).toEqual([
    start,
    start,
    start + MINUTE,
  ]);
  await use(start + HOUR - 1);
  await expect(use(start + HOUR)).rejects.toMatchObject({ code: 'KEY_EXPIRED' });
  await sql`insert into api_keys (organisation_id, id, name, key_hash, prefix, scopes, created_at, expires_at, mac)
    select organisation_id, gen_random_uuid(), name, sha256(n::text::bytea), prefix, scopes, created_at, now() - interval '1 second', mac
    from api_keys, generate_series(1, 100) n where id = ${id}`.execute(db());
  expect(await createApiKey(laurel.context(tenant), { name: 'next', scopes: ['credits:read'] })).toHaveProperty('key');
});

test('a check is due an hour or 30 days after its last, and passes to another process after 15 min or if the clock was set back', async () => {
  const { services } = laurel.installation;
  const start = services.now().getTime() + 100 * DAY;
  // In a transaction, because the product's own checks would take turns that end so late.
  for (const [pass, every] of [
    ['rows', HOUR],
    ['files', 30 * DAY],
  ] as const)
    await services.em().transactional(async (em) => {
      const at = (ms: number) => ({ ...services, em: () => em, now: () => new Date(start + ms) });
      const take = (ms: number, holder: string) => takeTurn(at(ms), pass, { holder, isFirst: false });
      await takeTurn(at(0), pass, { holder: 'one', isFirst: true });
      expect([await take(15 * MINUTE - 1, 'other'), await take(15 * MINUTE + 1, 'other')]).toEqual([false, true]);
      const end = 16 * MINUTE;
      const { now } = at(end);
      await sql`update integrity_passes set completed_at = ${now()} where pass = ${pass}`.execute(database(em));
      await endTurn(at(end), pass, 'other');
      expect([await take(end + every - 1, 'one'), await take(end + every + 1, 'one')]).toEqual([false, true]);
      // The clock was set back before the last check.
      await endTurn(at(end + every + 1), pass, 'one');
      expect(await take(end - 1, 'other')).toBe(true);
    });
});

test('a process checks rows after 26 h, even if the database says that others just did', async () => {
  const { services } = laurel.installation;
  let now = services.now().getTime() + 200 * DAY;
  const signal = new AbortController().signal;
  const check = passRunner({ ...services, now: () => new Date(now) }, signal);
  // A pass rests 49 times as long as it measures that it worked.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const checksAfterOthers = async () => {
    const [ended, lease] = [new Date(now - MINUTE), new Date(now + 10 * MINUTE)];
    await sql`update integrity_passes set holder = 'other', completed_at = ${ended}, lease_until = ${lease}
      where pass = 'rows'`.execute(db());
    await check('rows');
    const { rows } = await sql<{ completedAt: Date }>`select completed_at from integrity_passes
      where pass = 'rows'`.execute(db());
    return rows[0]?.completedAt.getTime() === now;
  };
  // The product can take this first turn.
  await checksAfterOthers();
  now += 26 * HOUR - MINUTE;
  const early = await checksAfterOthers();
  // A check of files, which is due, is no check of rows.
  await check('files');
  now += 2 * MINUTE;
  expect([early, await checksAfterOthers(), await checksAfterOthers()]).toEqual([false, true, false]);
});

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'the verification page shows UTC days in the zone %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    try {
      const tenant = await laurel.tenant();
      const today = Math.floor(laurel.installation.services.now().getTime() / DAY) * DAY;
      for (const time of [today - DAY + 1000, today - 1000]) {
        const at = { ...laurel.context(tenant), now: () => new Date(time) };
        const { id } = await generateCertificate(at, { templateId: tenant.templateId, variables: VARIABLES });
        const { verificationUrl } = await laurel.rendered(tenant.key, id);
        const page = await (await fetch(verificationUrl, { headers: { 'Accept-Language': 'en-GB' } })).text();
        const shown = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
        const british = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
        expect(page.includes(shown) || page.includes(british)).toBe(true);
      }
    } finally {
      vi.unstubAllEnvs();
    }
  },
);
