import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { authenticate } from '../support/authentic.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

const db = () => database(laurel.installation.services.em());
const DAY_MS = 24 * 60 * 60 * 1000;
/** Delays in s after the attempts of a webhook with retries for a day. */
const WAITS = [1, 2, 30, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 16 * 3600];

const jobsOf = ({ organisationId }: Tenant) =>
  sql`from laurel_webhooks._private_jobs where payload->>'organisationId' = ${organisationId} and is_available`;

/** Returns the seconds until the next attempt of a tenant's only delivery; null without one. */
async function nextAttemptIn(tenant: Tenant): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from run_at - now())::float8 as wait ${jobsOf(tenant)}`.execute(db());
  return rows[0]?.wait ?? null;
}

/** Makes the waiting attempts of a tenant due. */
const hurry = ({ organisationId }: Tenant) =>
  sql`update laurel_webhooks._private_jobs set run_at = now()
    where payload->>'organisationId' = ${organisationId} and is_available and run_at > now()`.execute(db());

/** Lets a webhook have failed for some days. */
const failFor = (id: string, days: number) =>
  sql`update webhooks set failing_since = ${new Date(Date.now() - days * DAY_MS)} where id = ${id}`.execute(db());

/** Creates an owner, a receiver that refuses until `answers` is 200, or keeps responses in `held`, and its webhook. */
async function failing(email: string, retry?: 'contract' | 'day', events: string[] = ['certificate.*']) {
  const tenant = await laurel.tenant();
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, email, 'owner'));
  const state: { answers: number; held?: ServerResponse[] | undefined } = { answers: 503 };
  const receiver = await Receiver.start((response) => {
    if (state.held) state.held.push(response);
    else response.writeHead(state.answers).end('busy');
  });
  const { id, secret } = await owner.webhooks.create.mutate({
    ...{ name: 'Learning platform', url: receiver.url, events },
    ...(retry && { retry }),
  });
  const show = () => owner.webhooks.get.query({ id });
  const deliveries = async () => (await owner.webhooks.deliveries.query({ id })).deliveries;
  /** Waits for a number of recorded attempts at the newest delivery. */
  const attempted = (count: number) =>
    waitFor(`${count} recorded attempts`, deliveries, ([newest]) => newest?.attempts.length === count);
  return { tenant, owner, state, receiver, id, secret, show, deliveries, attempted };
}

const ping = 'certificate.revoked';

test('with retries for a day, attempts follow the contract’s three after 30 s to 16 hours, with the same body', async () => {
  const { tenant, owner, receiver, id, show, deliveries, attempted } = await failing('day@retries.example', 'day');
  const { deliveryId } = await owner.webhooks.ping.mutate({ id });
  for (const [index, wait] of WAITS.entries()) {
    await attempted(index + 1);
    const left = await nextAttemptIn(tenant);
    // The contract's own attempts may have started in the meantime.
    if (index >= 2) expect(left).toSatisfy((seconds: number) => seconds > wait - 25 && seconds <= wait);
    expect(await show()).toMatchObject({ status: index < 2 ? 'ACTIVE' : 'ERROR', errorCount: index < 2 ? 0 : 1 });
    if (index >= 2) await hurry(tenant);
  }
  await attempted(9);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ id: deliveryId, status: 'FAILED' });
  await expect.poll(() => nextAttemptIn(tenant)).toBeNull();
  expect(await show()).toMatchObject({ status: 'ERROR', errorCount: 1, lastSuccessAt: null });
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(receiver.received).toHaveLength(9);
  // A delivery that is sent again after the webhook was disabled has all attempts again.
  await sql`update webhooks set status = 'DISABLED', disabled_at = now() where id = ${id}`.execute(db());
  await owner.webhooks.enable.mutate({ id, sendMissed: true });
  expect((await attempted(10))[0]).toMatchObject({ id: deliveryId, status: 'PENDING' });
});

test('without a choice, a webhook has the contract’s three attempts and is never disabled', async () => {
  const { owner, id, show, attempted, tenant } = await failing('contract@retries.example');
  expect(await show()).toMatchObject({ retry: 'contract' });
  await failFor(id, 29);
  await owner.webhooks.ping.mutate({ id });
  const [delivery] = await attempted(3);
  expect(delivery).toMatchObject({ status: 'FAILED' });
  await expect.poll(() => nextAttemptIn(tenant)).toBeNull();
  expect(await show()).toMatchObject({ status: 'ERROR', errorCount: 1, disabledAt: null });
  const { errors } = await owner.statistics.overview.query();
  const at = delivery?.attempts
    .map(({ attemptedAt }) => attemptedAt)
    .sort()
    .at(-1);
  expect(errors).toMatchObject([{ kind: 'webhook', id, about: 'Learning platform', at }]);
  // A repeated delivery has all attempts again.
  await owner.webhooks.replay.mutate({ deliveryId: delivery?.id ?? '' });
  expect((await attempted(4))[0]).toMatchObject({ id: delivery?.id, status: 'PENDING' });
});

test('the start page names the five webhooks that failed last, in the order of their failures', async () => {
  const tenant = await laurel.tenant();
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'last@retries.example', 'owner'));
  // The failure of the third webhook is the oldest.
  for (const hours of [5, 3, 6, 4, 2, 1]) {
    const { id } = await owner.webhooks.create.mutate({
      name: `${hours} h`,
      url: 'https://198.41.0.4/',
      events: [ping],
    });
    const at = new Date(Date.now() - hours * 3_600_000);
    await sql`update webhooks set status = 'ERROR', error_count = 1, updated_at = ${at} where id = ${id}`.execute(db());
  }
  await authenticate(laurel.installation.services, 'webhooks', sql`organisation_id = ${tenant.organisationId}`);
  const { errors } = await owner.statistics.overview.query();
  expect(errors.map(({ about }) => about)).toEqual(['1 h', '2 h', '3 h', '4 h', '5 h']);
});

test('a later attempt succeeds, and makes the webhook active', async () => {
  const { tenant, owner, state, id, show, attempted } = await failing('later@retries.example', 'day');
  await owner.webhooks.ping.mutate({ id });
  await attempted(3);
  state.answers = 204;
  await hurry(tenant);
  expect((await attempted(4))[0]).toMatchObject({ status: 'SUCCEEDED' });
  const { status, errorCount, lastSuccessAt } = await show();
  expect([status, errorCount, Date.parse(lastSuccessAt ?? '') > Date.now() - 60_000]).toEqual(['ACTIVE', 0, true]);
  expect((await owner.statistics.overview.query()).errors).toEqual([]);
  // A success also ends the failure that would disable it, even if the last one is less than a minute ago.
  await failFor(id, 6);
  await owner.webhooks.ping.mutate({ id });
  expect((await attempted(1))[0]).toMatchObject({ status: 'SUCCEEDED' });
  state.answers = 503;
  await owner.webhooks.ping.mutate({ id });
  await attempted(3);
  expect(await show()).toMatchObject({ status: 'ERROR', errorCount: 1 });
});

test('5 days without a success disable a webhook and send mails; enabling it sends what it missed', async () => {
  const made = await failing('disabled@retries.example', 'day');
  const { tenant, owner, state, receiver, id, secret, show, deliveries, attempted } = made;
  await sessionOf(laurel, tenant, 'admin@retries.example', 'admin');
  await sessionOf(laurel, tenant, 'issuer@retries.example', 'issuer');
  const first = await laurel.issue(tenant);
  const early = await waitFor(
    'three attempts at both events',
    deliveries,
    (all) => all.length === 2 && all.every(({ attempts }) => attempts.length === 3),
  );
  await failFor(id, 4.9);
  await hurry(tenant);
  await waitFor('four attempts', deliveries, (all) => all.every(({ attempts }) => attempts.length === 4));
  expect(await show()).toMatchObject({ status: 'ERROR', disabledAt: null });
  await failFor(id, 5);
  await hurry(tenant);
  const { disabledAt } = await waitFor('a disabled webhook', show, ({ status }) => status === 'DISABLED');
  for (const reader of ['disabled@retries.example', 'admin@retries.example']) {
    const { subject, text } = await lastMailTo(reader);
    expect(subject).toBe('The webhook “Learning platform” is off');
    expect(text).toContain(`${tenant.name} at ${new URL(receiver.url).host} for 5 days`);
    expect(text).toContain(`/o/${tenant.organisationId}/settings?tab=webhooks`);
    expect(text).not.toContain(secret);
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from emails
    where organisation_id = ${tenant.organisationId} and kind = 'WEBHOOK_DISABLED'`.execute(db());
  expect(rows).toEqual([{ count: 2 }]);

  // Events while it is disabled are kept, without an attempt.
  const before = receiver.received.length;
  await laurel.issue(tenant);
  await waitFor('missed deliveries', deliveries, (all) => all.filter(({ status }) => status === 'MISSED').length >= 2);
  const [newest] = await deliveries();
  expect(newest?.attempts).toEqual([]);
  await expect(owner.webhooks.replay.mutate({ deliveryId: newest?.id ?? '' })).rejects.toMatchObject({
    data: { code: 'CONFLICT', reason: 'webhook_disabled' },
  });
  // A test reaches it, and does not enable it.
  state.answers = 204;
  await owner.webhooks.ping.mutate({ id });
  await receiver.wait(before + 1);
  expect(receiver.received.slice(before).map(({ event }) => event.event)).toEqual(['ping']);
  expect(await show()).toMatchObject({ status: 'DISABLED', disabledAt });

  await owner.webhooks.enable.mutate({ id, sendMissed: true });
  expect(await show()).toMatchObject({ status: 'ACTIVE', errorCount: 0, disabledAt: null });
  const all = await waitFor('the end of all deliveries', deliveries, (ones) =>
    ones.every(({ status }) => status === 'SUCCEEDED'),
  );
  expect(all).toHaveLength(5);
  const sent = receiver.received.slice(before + 1);
  const positions = sent.map(({ event }) => (event as unknown as { position: number }).position);
  const { body: log } = await laurel.call('/events?types=certificate.*', { key: tenant.key });
  expect([...positions].sort((one, other) => one - other)).toEqual(
    log.events.map(({ position }: { position: number }) => position),
  );
  const repeated = sent.find(
    ({ event }) => event.event === 'certificate.ready' && event.data.certificateId === first.id,
  );
  expect(early.map(({ body }) => body)).toContain(repeated?.body);
  expect(repeated?.headers['x-service-signature']).toBe(
    `sha256=${createHmac('sha256', secret)
      .update(repeated?.body ?? '')
      .digest('hex')}`,
  );
  await attempted(1);
});

test('an attempt that began before a success does not disable the webhook', async () => {
  const made = await failing('overtaken@retries.example', 'day');
  const { tenant, owner, state, receiver, id, show, deliveries, attempted } = made;
  await owner.webhooks.ping.mutate({ id });
  await attempted(3);
  await failFor(id, 6);
  const held: ServerResponse[] = [];
  state.held = held;
  await hurry(tenant);
  await receiver.wait(4);
  Object.assign(state, { held: undefined, answers: 204 });
  await owner.webhooks.ping.mutate({ id });
  expect((await attempted(1))[0]).toMatchObject({ status: 'SUCCEEDED' });
  for (const response of held) response.writeHead(503).end();
  await waitFor('a failed attempt', deliveries, ([, first]) => first?.attempts.length === 4);
  expect(await show()).toMatchObject({ status: 'ACTIVE', disabledAt: null });
});

test('enabling without sending leaves missed deliveries, and a second call changes nothing', async () => {
  const { tenant, owner, state, receiver, id, show, deliveries } = await failing('unsent@retries.example', 'day');
  await sql`update webhooks set status = 'DISABLED', disabled_at = now() where id = ${id}`.execute(db());
  await failFor(id, 6);
  const { id: certificateId } = await laurel.issue(tenant);
  await waitFor(
    'missed deliveries',
    deliveries,
    (all) => all.length === 2 && all.every(({ status }) => status === 'MISSED'),
  );
  state.answers = 204;
  await owner.webhooks.enable.mutate({ id });
  const enabled = await show();
  expect(await owner.webhooks.enable.mutate({ id, sendMissed: true })).toEqual(enabled);
  await laurel.call(`/certificates/${certificateId}/revoke`, { key: tenant.key, body: { reason: 'an error' } });
  await receiver.wait(1);
  expect(receiver.received.map(({ event }) => event.event)).toEqual([ping]);
  expect((await deliveries()).map(({ status }) => status).sort()).toEqual(['MISSED', 'MISSED', 'SUCCEEDED']);
});

test('wildcards subscribe to all types of a group; other patterns are refused with a suggestion', async () => {
  const { tenant, owner, receiver, state, id } = await failing('wildcards@retries.example', 'contract', ['*']);
  state.answers = 204;
  const { id: templates } = await owner.webhooks.create.mutate({
    ...{ name: 'Templates', url: receiver.url.replace('/hook', '/templates'), events: ['template.*', 'template.*'] },
  });
  const { id: certificateId } = await laurel.issue(tenant);
  await receiver.wait(2);
  expect(receiver.received.map(({ event }) => event.event).sort()).toEqual(['certificate.issued', 'certificate.ready']);
  expect((await owner.webhooks.deliveries.query({ id: templates })).deliveries).toEqual([]);
  expect((await owner.webhooks.get.query({ id: templates })).events).toEqual(['template.*']);
  const refusal = async (pattern: string) => {
    const error = await owner.webhooks.update.mutate({ id, events: [pattern] }).catch((one: unknown) => one);
    return (error as { data: { code: string; details: object[] } }).data;
  };
  expect(await refusal('certificate.redy')).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'events[0]', code: 'unknown_event_type', params: { suggestion: 'certificate.ready' } }],
  });
  for (const pattern of [
    'certificate',
    '*.ready',
    'certificate.',
    'cert*',
    'certificate.*.x',
    '.*',
    '**',
    ' *',
    '',
    'ping',
    'Certificate.*',
  ])
    expect((await refusal(pattern)).code, pattern).toBe('VALIDATION_ERROR');
  expect((await owner.webhooks.get.query({ id })).events).toEqual(['*']);
  await owner.webhooks.update.mutate({ id, events: ['certificate.revoked', 'batch.*'], retry: 'day' });
  await laurel.call(`/certificates/${certificateId}/revoke`, { key: tenant.key, body: { reason: 'an error' } });
  await receiver.wait(3);
  expect(receiver.received.at(-1)?.event.event).toBe('certificate.revoked');
});

test('payloads have the position of their event in the log, and those about certificates the externalId', async () => {
  const { tenant, owner, receiver, state, id } = await failing('position@retries.example', 'contract', ['*']);
  state.answers = 204;
  const body = {
    templateId: tenant.templateId,
    externalId: 'enrolment-1',
    variables: { name: 'Ada', course: 'C', date: 'D', distinction: 'E', director: 'F' },
  };
  const { body: issued } = await laurel.call('/certificates', { key: tenant.key, body });
  await laurel.rendered(tenant.key, issued.id);
  await laurel.call(`/certificates/${issued.id}/revoke`, { key: tenant.key, body: { reason: 'an error' } });
  await laurel.call(`/certificates/${issued.id}/reinstate`, { key: tenant.key, body: {} });
  await laurel.call(`/certificates/${issued.id}/expiry`, {
    key: tenant.key,
    body: { expiresAt: '2099-01-01', reason: 'longer' },
  });
  await receiver.wait(5);
  await owner.webhooks.ping.mutate({ id });
  await receiver.wait(6);
  const { body: page } = await laurel.call('/events', { key: tenant.key });
  const listed = page.events.map(({ type, position }: { type: string; position: number }) => [type, position]);
  const payloads = receiver.received.map(
    ({ event }) => event as unknown as { event: string; position: number | null; data: { externalId: string } },
  );
  const events = payloads
    .filter(({ event }) => event !== 'ping')
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  expect(events.map(({ event, position }) => [event, position])).toEqual(
    listed.filter(([type]: [string]) => type !== 'template.published'),
  );
  expect(new Set(events.map(({ data }) => data.externalId))).toEqual(new Set(['enrolment-1']));
  expect(payloads.find(({ event }) => event === 'ping')?.position).toBeNull();
});

test('a key with webhooks:read reads states and errors, but no secret, path or answer', async () => {
  const { tenant, owner, state, receiver, id, secret, attempted } = await failing('states@retries.example', 'day');
  await owner.webhooks.update.mutate({ id, url: `${receiver.url}/path-secret?token=query-secret` });
  const other = await laurel.tenant();
  // A redirect is an error, too.
  state.answers = 302;
  const { deliveryId } = await owner.webhooks.ping.mutate({ id });
  await attempted(3);
  const { key } = await createApiKey(laurel.context(tenant), { name: 'states', scopes: ['webhooks:read'] });
  const { status, body } = await laurel.call('/webhooks', { key });
  expect(status).toBe(200);
  const error = { deliveryId, event: 'ping', status: 302, error: null, attemptedAt: expect.any(String) };
  expect(body.webhooks).toEqual([
    {
      ...{ id, name: 'Learning platform', origin: new URL(receiver.url).origin, events: ['certificate.*'] },
      ...{ retry: 'day', status: 'ERROR', errorCount: 1, lastSuccessAt: null, disabledAt: null },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String), lastErrors: [error, error, error] },
    },
  ]);
  const text = JSON.stringify(body);
  for (const hidden of [secret, secret.slice(6), 'path-secret', 'query-secret', 'busy', '/hook'])
    expect(text).not.toContain(hidden);
  // So is a connection that ends without an answer.
  const held: ServerResponse[] = [];
  state.held = held;
  const cut = await owner.webhooks.ping.mutate({ id });
  await receiver.wait(4);
  for (const response of held) response.destroy();
  await attempted(1);
  const [{ lastErrors }] = (await laurel.call('/webhooks', { key })).body.webhooks;
  expect(lastErrors[0]).toMatchObject({ ...cut, status: null, error: expect.any(String) });
  // The last five errors are shown.
  state.held = undefined;
  await owner.webhooks.ping.mutate({ id });
  await attempted(1);
  const last = await owner.webhooks.ping.mutate({ id });
  await attempted(1);
  const [shown] = (await laurel.call('/webhooks', { key })).body.webhooks;
  expect(shown.lastErrors).toHaveLength(5);
  expect(shown.lastErrors).toContainEqual(expect.objectContaining(last));
  expect((await laurel.call('/webhooks', { key: tenant.key })).status).toBe(403);
  expect((await laurel.call('/webhooks', { key, body: {} })).status).toBe(405);
  const { key: foreign } = await createApiKey(laurel.context(other), { name: 'states', scopes: ['webhooks:read'] });
  expect((await laurel.call('/webhooks', { key: foreign })).body).toEqual({ webhooks: [] });
  const native = nativeClient(laurel, { Authorization: `Bearer ${key}` });
  expect(await native.webhooks.get.query({ id }).catch(codeOf)).toBe('FORBIDDEN');
  expect(await native.webhooks.enable.mutate({ id }).catch(codeOf)).toBe('FORBIDDEN');
});

test('missed deliveries are sent that were made up to a day before the failures', async () => {
  const { tenant, owner, state, receiver, id, deliveries } = await failing('window@retries.example', 'day');
  await sql`update webhooks set status = 'DISABLED', disabled_at = now() where id = ${id}`.execute(db());
  const missed = (count: number) =>
    waitFor(
      `${count} missed deliveries`,
      deliveries,
      (all) => all.length === count && all.every(({ status }) => status === 'MISSED'),
    );
  await failFor(id, 0);
  await laurel.issue(tenant);
  await missed(2);
  const between = Date.now();
  const { id: late } = await laurel.issue(tenant);
  await missed(4);
  await failFor(id, (Date.now() - between) / DAY_MS - 1);
  state.answers = 204;
  await owner.webhooks.enable.mutate({ id, sendMissed: true });
  await receiver.wait(2);
  expect(receiver.received.map(({ event }) => event.data.certificateId)).toEqual([late, late]);
  await waitFor(
    'the end of both',
    deliveries,
    (all) => all.filter(({ status }) => status === 'SUCCEEDED').length === 2,
  );
  expect((await deliveries()).map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'MISSED', 'MISSED']);
});

test('missed deliveries are sent although more than a transaction takes wait for an attempt before them', async () => {
  const { tenant, owner, state, receiver, id, deliveries } = await failing('many@retries.example', 'day');
  await sql`update webhooks set status = 'DISABLED', disabled_at = now() where id = ${id}`.execute(db());
  await failFor(id, 1);
  await laurel.issue(tenant);
  const missed = await waitFor(
    'missed deliveries',
    deliveries,
    (all) => all.length === 2 && all.every(({ status }) => status === 'MISSED'),
  );
  await sql`insert into webhook_deliveries select (jsonb_populate_record(d, jsonb_build_object('status', 'PENDING',
      'id', left(d.id::text, 14) || '0000-8000-' || lpad(n::text, 12, '0')))).*
    from webhook_deliveries d, generate_series(1, 200) n where d.id = ${missed[1]?.id}`.execute(db());
  state.answers = 204;
  await owner.webhooks.enable.mutate({ id, sendMissed: true });
  const received = (await receiver.wait(2)).map(({ event }) => event.deliveryId);
  expect(received.sort()).toEqual(missed.map((one) => one.id).sort());
});
