import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import { newId } from '../../domain/shared/ids.ts';
import { publishEvents } from '../../domain/webhooks/publish.ts';
import type { AppRouter } from '../../procedures/router.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { EventStream } from '../support/event-stream.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { createMember, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

type Detail = { path: string; code: string; params: Record<string, string> };

interface Page {
  events: { id: string; type: string; createdAt: string; data: Record<string, unknown> }[];
  nextCursor: string;
}

async function list(tenant: Tenant, query: Record<string, string> = {}): Promise<Page> {
  const { status, body } = await laurel.call(`/events?${new URLSearchParams(query)}`, { key: tenant.key });
  expect(status).toBe(200);
  return body as unknown as Page;
}

const bearer = ({ key }: { key: string }) => ({ Authorization: `Bearer ${key}` });
const follow = (tenant: Tenant, input?: Record<string, unknown>) => EventStream.open(laurel.url, bearer(tenant), input);

/** Records events without a subject in one transaction. */
async function record(tenant: Tenant, count: number): Promise<void> {
  const context = laurel.context(tenant);
  const templateId = newId(new Date());
  const events = Array.from({ length: count }, (_, index) => ({
    ...{ type: 'template.published' as const, organisationId: tenant.organisationId, subjectId: templateId },
    ...{ data: { templateId, version: index + 1, name: 'x'.repeat(100) }, fileKey: null },
  }));
  await context.em().transactional((em) => publishEvents(em, context, events));
}

test('logs the events of a certificate in order, with the same file addresses as webhooks', async () => {
  const tenant = await laurel.tenant();
  const certificate = await laurel.issue(tenant);
  await laurel.call(`/certificates/${certificate.id}/revoke`, { key: tenant.key, body: { reason: 'an error' } });
  await laurel.call(`/certificates/${certificate.id}/reinstate`, { key: tenant.key, body: {} });
  const { events } = await list(tenant, { types: 'certificate.*' });
  expect(events.map(({ type }) => type)).toEqual([
    ...['certificate.issued', 'certificate.ready', 'certificate.revoked', 'certificate.reinstated'],
  ]);
  const page = await list(tenant, { types: 'certificate.*', limit: '2' });
  expect(page.events).toEqual(events.slice(0, 2));
  const next = await list(tenant, { types: 'certificate.*', limit: '2', after: page.nextCursor });
  expect(next.events).toEqual(events.slice(2));
  expect(events[0]?.data).toMatchObject({ certificateId: certificate.id, pdfUrl: null, imageUrl: null });
  const { pdfUrl, imageUrl, verificationHash } = certificate;
  expect(events[1]?.data).toMatchObject({ pdfUrl, imageUrl, verificationHash, templateId: tenant.templateId });
  expect(events[2]?.data).toMatchObject({ pdfUrl, revokedReason: 'an error' });
  expect(Object.keys(events[1] ?? {})).toEqual(['id', 'type', 'createdAt', 'position', 'data']);
});

test('pages continue after the last one, and the last page has the end of the log', async () => {
  const tenant = await laurel.tenant();
  await laurel.issue(tenant);
  const all = await list(tenant, { limit: '100' });
  const [first, second] = [await list(tenant, { limit: '1' }), all.events.slice(1)];
  expect(first.events).toEqual(all.events.slice(0, 1));
  const rest = await list(tenant, { after: first.nextCursor, limit: '100' });
  expect(rest).toEqual({ events: second, nextCursor: all.nextCursor });
  // A full page can be followed by more.
  const full = await list(tenant, { after: first.nextCursor, limit: String(second.length) });
  expect(full).toEqual(rest);
  expect(await list(tenant, { after: all.nextCursor })).toEqual({ events: [], nextCursor: all.nextCursor });
  const rare = { after: first.nextCursor, types: 'certificate.failed' };
  expect(await list(tenant, rare)).toEqual({ events: [], nextCursor: all.nextCursor });
  const issued = await list(tenant, { types: 'certificate.issued' });
  expect([issued.events.length, issued.nextCursor]).toEqual([1, all.nextCursor]);
});

test('a place of a rare type does not expire while other events are deleted', async () => {
  const tenant = await laurel.tenant();
  await record(tenant, 5);
  const oldest = await list(tenant, { limit: '1' });
  const removeUpTo = (position: number) =>
    database(laurel.context(tenant).em())
      .deleteFrom('events')
      .where('organisationId', '=', tenant.organisationId)
      .where('position', '<=', position)
      .execute();
  const types = 'certificate.failed';
  const start = await list(tenant, { types });
  await removeUpTo(3);
  const expired = await laurel.call(`/events?after=${oldest.nextCursor}`, { key: tenant.key });
  expect(expired.body.details).toMatchObject([{ path: 'after', code: 'expired_position' }]);
  // The remedy: the list without `after`.
  expect((await list(tenant)).events).toHaveLength(3);
  expect(await list(tenant, { types, after: start.nextCursor })).toEqual({ events: [], nextCursor: start.nextCursor });
  await removeUpTo(6);
  expect(await list(tenant, { types, after: start.nextCursor })).toEqual({ events: [], nextCursor: start.nextCursor });
  const emptied = await list(tenant, { types });
  expect(emptied.events).toEqual([]);
  const stream = await follow(tenant, { after: emptied.nextCursor });
  await record(tenant, 2);
  await stream.until(() => stream.events.length === 2);
  stream.close();
  expect((await list(tenant, { after: start.nextCursor })).events).toHaveLength(2);
});

test('rejects invalid cursors and types, with a suggestion', async () => {
  const tenant = await laurel.tenant();
  const other = await laurel.tenant();
  await record(tenant, 3);
  await record(other, 2);
  const { nextCursor } = await list(other);
  const refusals = async (query: Record<string, string>) => {
    const { status, body } = await laurel.call(`/events?${new URLSearchParams(query)}`, { key: tenant.key });
    return [status, ...(body.details ?? []).map(({ path, code, params }: Detail) => [path, code, params.suggestion])];
  };
  for (const after of ['x', newId(new Date()), `${nextCursor}A`, '_'.repeat(22), 'é', '💥'.repeat(40)])
    expect(await refusals({ after })).toEqual([
      400,
      ['after', expect.stringMatching(/^(not_a_cursor|too_long)$/), undefined],
    ]);
  // The same position in another log, and a position that no log has reached.
  const ahead = Buffer.from(nextCursor, 'base64url');
  ahead.writeBigUInt64BE(1000n);
  for (const after of [nextCursor, ahead.toString('base64url')])
    expect(await refusals({ after })).toEqual([400, ['after', 'unknown_position', undefined]]);
  expect(await refusals({ types: 'certificate.redy' })).toEqual([
    400,
    ['types', 'unknown_event_type', 'certificate.ready'],
  ]);
  for (const types of ['certificate', '*.ready', 'cert*', 'certificate.*.x', '.*', '**', ',', 'webhook.*'])
    expect((await refusals({ types }))[0]).toBe(400);
  expect(await refusals({ limit: '101' })).toEqual([400, ['limit', 'too_large', undefined]]);
  expect(await refusals({ type: '*' })).toEqual([400, ['type', 'unknown_member', 'types']]);
  const found = await list(tenant, { types: '*, certificate.ready ,template.*' });
  expect(found.events).toHaveLength(4);
});

test('hides and reports events that SQL inserted, changed, moved or copied', async () => {
  const tenant = await laurel.tenant();
  const { organisationId } = tenant;
  await record(tenant, 4);
  const db = database(laurel.installation.services.em());
  const { events, nextCursor } = await list(tenant);
  const at = (position: number) => sql`organisation_id = ${organisationId} and position = ${position}`;
  await sql`update events set data = replace(data, '"version":1', '"version":9') where ${at(2)}`.execute(db);
  await sql`update events set position = -position where ${at(3)} or ${at(4)}`.execute(db);
  await sql`update events set position = 7 + position where organisation_id = ${organisationId} and position < 0`.execute(
    db,
  );
  await sql`insert into events select organisation_id, 6, id, type, subject_id, data, file_key, created_at, mac
    from events where ${at(5)}`.execute(db);
  await sql`update event_heads set position = 6 where organisation_id = ${organisationId}`.execute(db);
  const left = await list(tenant);
  expect(left.events).toEqual([events[0], events[4]]);
  expect(left.nextCursor).not.toBe(nextCursor);
});

test('a burst of more events than a process keeps reaches a stream completely', async () => {
  const tenant = await laurel.tenant();
  const stream = await follow(tenant);
  await record(tenant, 1);
  await stream.until(() => stream.events.length === 1);
  await record(tenant, 1200);
  const versions = () => stream.events.slice(1).map(({ data }) => data.version);
  await stream.until(() => versions().at(-1) === 1200);
  expect(versions()).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
  stream.close();
});

test('another tenant sees no events, and a key needs the scope', async () => {
  const [tenant, other] = [await laurel.tenant(), await laurel.tenant({ scopes: ['certificates:write'] })];
  await record(tenant, 2);
  const { status, body } = await laurel.call('/events', { key: other.key });
  expect([status, body.reason]).toEqual([403, 'missing_scope']);
  const stream = await follow(other);
  await stream.until(() => false);
  expect(stream.error).toMatchObject({ code: 'FORBIDDEN', reason: 'missing_scope' });
});

test('a stream has new events, and continues from the last id after each interruption', async () => {
  const tenant = await laurel.tenant();
  await record(tenant, 3);
  const stream = await follow(tenant, { types: 'template.*' });
  expect(stream.status).toBe(200);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': expect.stringMatching(/^text\/event-stream/),
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(stream.headers.get('content-encoding')).toBeNull();
  await stream.until(() => stream.messages.length > 0);
  await record(tenant, 2);
  await laurel.issue(tenant);
  await record(tenant, 1);
  await stream.until(() => stream.events.length === 3);
  const { events } = await list(tenant, { types: 'template.published', limit: '100' });
  expect(stream.events.map(({ id }) => id)).toEqual(events.slice(-3).map(({ id }) => id));
  stream.close();
  const [first] = stream.events;
  // Resumes like an event source and like a program that stores its position.
  for (const again of [
    await EventStream.open(
      laurel.url,
      { ...bearer(tenant), 'Last-Event-ID': first?.cursor ?? '' },
      { types: 'template.*' },
    ),
    await follow(tenant, { after: first?.cursor, types: 'template.*' }),
    await follow(tenant, { lastEventId: first?.cursor, after: 'AAAAAAAAAAAAAAAAAAAAAA', types: 'template.*' }),
  ]) {
    await again.until(() => again.events.length === 2);
    expect(again.events).toEqual(stream.events.slice(1));
    again.close();
  }
  expect((await list(tenant, { after: first?.cursor ?? '', types: 'template.*' })).events).toHaveLength(2);
  const lost = await follow(tenant, { after: 'AAAAAAAAAAAAAAAAAAAAAAA' });
  await lost.until(() => false);
  expect(lost.error).toMatchObject({ code: 'VALIDATION_ERROR', httpStatus: 400 });
});

test('the tRPC client follows with an event source that sends the key, and receives errors of invalid calls', async () => {
  const tenant = await laurel.tenant();
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${laurel.url}/trpc`,
        EventSource,
        eventSourceOptions: {
          fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...bearer(tenant) } }),
        },
      }),
    ],
  });
  const received: { id: string; type: string }[] = [];
  const { unsubscribe } = await new Promise<{ unsubscribe(): void }>((resolve) => {
    const subscription = client.events.follow.subscribe(
      { types: 'template.*' },
      { onStarted: () => resolve(subscription), onData: ({ id, data }) => received.push({ id, type: data.type }) },
    );
  });
  atEndOfFile(unsubscribe);
  await record(tenant, 3);
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(3);
  expect(received.map(({ type }) => type)).toEqual(Array.from({ length: 3 }, () => 'template.published'));
  expect((await list(tenant, { after: received[0]?.id ?? '' })).events).toHaveLength(2);
  const error = await new Promise((resolve) => {
    client.events.follow.subscribe({ types: 'template.nothing' }, { onError: resolve });
  });
  expect(error).toMatchObject({ data: { code: 'VALIDATION_ERROR', details: [{ path: 'types' }] } });
});

test('rejects invalid stream requests like other calls', async () => {
  const tenant = await laurel.tenant();
  const call = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${laurel.url}/trpc/${path}`, { ...init, headers: bearer(tenant) });
    const text = await answer.text();
    return { status: answer.status, text };
  };
  expect(await call('events.follow', { method: 'POST' })).toMatchObject({ status: 404 });
  for (const input of ['{', '[', 'x', '5', '[]', '{"afer":"x"}', `${'['.repeat(100)}${']'.repeat(100)}`])
    expect((await call(`events.follow?input=${encodeURIComponent(input)}`)).text, input).toMatch(
      /serialized-error\ndata: .*"VALIDATION_ERROR"/,
    );
  expect((await call('events%2Efollow?input={')).text).toContain('malformed_json');
  expect((await call('events.follow,events.list?batch=1')).status).toBe(400);
});

test('a stream ends soon after its key is revoked, its role changes, or its session or membership ends', async () => {
  const tenant = await laurel.tenant();
  const context = laurel.context(tenant);
  const { id, key } = await createApiKey(context, { name: 'follower', scopes: ['events:read'] });
  const byKey = await EventStream.open(laurel.url, bearer({ key }));
  const headers = await sessionOf(laurel, tenant, 'leaves@events.example', 'viewer');
  const byPerson = await EventStream.open(laurel.url, headers);
  const promoted = await sessionOf(laurel, tenant, 'promoted@events.example', 'viewer');
  const byRole = await EventStream.open(laurel.url, promoted);
  const stays = await follow(tenant);
  for (const stream of [byKey, byPerson, byRole, stays]) await stream.until(() => stream.messages.length > 0);
  await revokeApiKey(context, id);
  await createMember(laurel, tenant, 'promoted@events.example', 'admin');
  await byKey.until(() => false);
  // The client opens it again, with the new permissions.
  await byRole.until(() => false);
  expect(byKey.error).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(byPerson.isEnded).toBe(false);
  await database(context.em()).deleteFrom('members').where('organisationId', '=', tenant.organisationId).execute();
  await byPerson.until(() => false);
  expect(byPerson.error?.code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
  expect(stays.isEnded).toBe(false);
});

test('allows 50 streams per organisation and process, and a further one after another is closed', async () => {
  const tenant = await laurel.tenant();
  const streams = await Promise.all(Array.from({ length: 50 }, () => follow(tenant)));
  for (const stream of streams) await stream.until(() => stream.messages.length > 0);
  const refused = await follow(tenant);
  await refused.until(() => false);
  expect(refused.error).toMatchObject({ code: 'RATE_LIMITED', httpStatus: 429, reason: 'too_many_followers' });
  // A ping would show that the stream was accepted.
  expect(refused.messages.map(({ event }) => event)).toEqual(['connected', 'serialized-error']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  await record(tenant, 1);
  for (const stream of streams) await stream.until(() => stream.events.length === 1);
  streams[0]?.close();
  const followNext = async () => {
    const next = await follow(tenant);
    await next.until(() => next.error !== undefined || next.messages.length > 0);
    await record(tenant, 1);
    await next.until(() => next.events.length > 0);
    return next.events;
  };
  await waitFor('events in a further stream', followNext, ({ length }) => length > 0);
  for (const stream of streams) stream.close();
});
