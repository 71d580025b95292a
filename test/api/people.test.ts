import { beforeAll, expect, test } from 'vitest';
import type { Role } from '../../domain/access/rules.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { codeOf, cookieOf, createMember, nativeClient, PASSWORD, sessionOf, signInAs } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_SIGN_IN: '30' });
  tenant = await laurel.tenant();
});

const createUser = (email: string, role: Role) => createMember(laurel, tenant, email, role);
const signIn = (email: string, password = PASSWORD) => signInAs(laurel, email, password);
const post = (path: string, body: object, Cookie = '') =>
  fetch(`${laurel.url}/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url, Cookie },
    body: JSON.stringify(body),
  });
const native = (headers: Record<string, string>) => nativeClient(laurel, headers);
const member = async (email: string, role: Role) => native(await sessionOf(laurel, tenant, email, role));

test('a member signs in, manages webhooks, sees every attempt and replays a delivery', async () => {
  const owner = await member('owner@example.org', 'owner');
  const receiver = await Receiver.start((response, before) => response.writeHead(before < 3 ? 500 : 204).end('no'));
  const made = await owner.webhooks.create.mutate({
    name: 'First',
    url: 'http://127.0.0.1:9/',
    events: ['certificate.ready'],
  });
  const { id, secret } = made;
  expect(secret).toMatch(/^whsec_/);
  const updated = await owner.webhooks.update.mutate({ id, url: receiver.url });
  expect(updated).toMatchObject({ id, name: 'First', url: receiver.url, events: ['certificate.ready'] });
  const { deliveryId } = await owner.webhooks.ping.mutate({ id });
  await receiver.wait(3);
  const ended = async (status: string) => {
    const { deliveries } = await waitFor(
      `a delivery that is ${status}`,
      () => owner.webhooks.deliveries.query({ id }),
      ({ deliveries: [last] }) => last?.status === status,
    );
    return deliveries[0] as (typeof deliveries)[number];
  };
  const failed = await ended('FAILED');
  expect(failed).toMatchObject({ id: deliveryId, event: 'ping' });
  expect(failed.attempts.map(({ status, response }) => [status, response])).toEqual(Array(3).fill([500, 'no']));
  expect(failed.body).toBe(receiver.received[0]?.body);
  expect(await owner.webhooks.get.query({ id })).toMatchObject({ status: 'ERROR', errorCount: 1 });
  await owner.webhooks.replay.mutate({ deliveryId });
  expect((await ended('SUCCEEDED')).attempts).toHaveLength(4);
  expect((await owner.webhooks.listManaged.query()).webhooks).toMatchObject([{ id, status: 'ACTIVE', errorCount: 0 }]);
  expect((await owner.webhooks.rotateSecret.mutate({ id })).secret).not.toBe(secret);
  await owner.webhooks.delete.mutate({ id });
  expect(await owner.webhooks.get.query({ id }).catch(codeOf)).toBe('NOT_FOUND');
});

/** Waits until a key is refused. It may be cached for 1 s. */
const untilRefused = (key: string) =>
  waitFor(
    'a refused key',
    async () => (await laurel.call('/credits', { key })).status,
    (status) => status === 401,
    { limitMs: 1000 },
  );

test('a member creates a working key, sees its use, rotates it and revokes the new one', async () => {
  const admin = await member('admin@example.org', 'admin');
  const expiresAt = '2099-01-01T00:00:00.000Z';
  const { id, key } = await admin.apiKeys.create.mutate({ name: 'Shop', scopes: ['credits:read'], expiresAt });
  expect((await laurel.call('/credits', { key })).status).toBe(200);
  const listed = async () => (await admin.apiKeys.list.query()).apiKeys.filter(({ name }) => name === 'Shop');
  expect(await listed()).toMatchObject([
    { id, prefix: key.slice(0, 13), scopes: ['credits:read'], revokedAt: null, lastUsedAt: expect.any(String) },
  ]);
  expect(JSON.stringify(await listed())).not.toContain(key);
  const next = await admin.apiKeys.rotate.mutate({ id });
  const kept = { scopes: ['credits:read'], expiresAt };
  expect(await listed()).toMatchObject([kept, kept]);
  expect((await laurel.call('/credits', { key: next.key })).status).toBe(200);
  await untilRefused(key);
  await admin.apiKeys.revoke.mutate({ id: next.id });
  await untilRefused(next.key);
  expect((await listed()).map(({ revokedAt }) => revokedAt)).toEqual([expect.any(String), expect.any(String)]);
  expect(await admin.apiKeys.rotate.mutate({ id }).catch(codeOf)).toBe('NOT_FOUND');
  const viewer = await member('second-viewer@example.org', 'viewer');
  expect(await viewer.apiKeys.list.query().catch(codeOf)).toBe('FORBIDDEN');
  const withKey = native({ Authorization: `Bearer ${tenant.key}` });
  expect(await withKey.apiKeys.create.mutate({ name: 'x', scopes: ['credits:read'] }).catch(codeOf)).toBe('FORBIDDEN');
});

test('procedures enforce roles: a viewer reads, an issuer issues, neither manages webhooks', async () => {
  const viewer = await member('viewer@example.org', 'viewer');
  const issuer = await member('issuer@example.org', 'issuer');
  const input = { templateId: tenant.templateId, variables: {}, dryRun: true };
  expect((await viewer.templates.list.query()).templates).toHaveLength(1);
  expect(await viewer.certificates.generate.mutate(input).catch(codeOf)).toBe('FORBIDDEN');
  expect(await issuer.certificates.generate.mutate(input).catch(codeOf)).toBe('VALIDATION_ERROR');
  for (const person of [viewer, issuer])
    expect(await person.webhooks.listManaged.query().catch(codeOf)).toBe('FORBIDDEN');
});

test('no API key manages webhooks, and REST has no such operation', async () => {
  const withKey = native({ Authorization: `Bearer ${tenant.key}` });
  expect(await withKey.webhooks.listManaged.query().catch(codeOf)).toBe('FORBIDDEN');
  expect((await laurel.call('/webhooks', { key: tenant.key, body: {} })).status).toBe(405);
});

test('a session gives access only to its own organisations, by name, and never over REST', async () => {
  const stranger = await laurel.tenant();
  await createUser('both@example.org', 'viewer');
  const Cookie = cookieOf(await signIn('both@example.org'));
  const at = (organisation: string) => native({ Cookie, 'X-Laurel-Organisation': organisation });
  expect(await at(stranger.organisationId).templates.list.query().catch(codeOf)).toBe('UNAUTHORIZED');
  expect(await native({ Cookie }).templates.list.query().catch(codeOf)).toBe('UNAUTHORIZED');
  await createMember(laurel, stranger, 'both@example.org', 'viewer');
  expect((await at(stranger.organisationId).templates.list.query()).templates).toHaveLength(1);
  const headers = { Cookie, 'X-Laurel-Organisation': tenant.organisationId };
  expect((await laurel.call('/templates', { headers })).status).toBe(401);
});

test('a wrong password and self-registration fail, and signing out ends the session', async () => {
  await createUser('leaver@example.org', 'owner');
  expect((await signIn('leaver@example.org', 'wrong password')).status).toBe(401);
  expect((await post('sign-up/email', { email: 'new@example.org', password: PASSWORD, name: 'N' })).status).toBe(404);
  const Cookie = cookieOf(await signIn('leaver@example.org'));
  const person = native({ Cookie, 'X-Laurel-Organisation': tenant.organisationId });
  expect(await person.credits.get.query()).toEqual({ balance: 100 });
  await post('sign-out', {}, Cookie);
  expect(await person.credits.get.query().catch(codeOf)).toBe('UNAUTHORIZED');
});

test('a new password ends all other sessions, whatever the client requests', async () => {
  await createUser('changing@example.org', 'viewer');
  const [here, there] = [
    cookieOf(await signIn('changing@example.org')),
    cookieOf(await signIn('changing@example.org')),
  ];
  const passwords = { currentPassword: PASSWORD, newPassword: 'another good password' };
  const changed = await post('change-password', { ...passwords, revokeOtherSessions: false }, here);
  expect(changed.status).toBe(200);
  expect(await native({ Cookie: there }).session.get.query().catch(codeOf)).toBe('UNAUTHORIZED');
  const { user } = await native({ Cookie: cookieOf(changed) }).session.get.query();
  expect(user.email).toBe('changing@example.org');
  expect((await signIn('changing@example.org')).status).toBe(401);
});

test('only the routes of better-auth that the product uses exist', async () => {
  await createUser('curious@example.org', 'viewer');
  const Cookie = cookieOf(await signIn('curious@example.org'));
  const unknown = [
    'ok',
    'error',
    'list-accounts',
    'account-info',
    'verify-email?token=x',
    'delete-user/callback?token=x',
  ];
  for (const path of unknown)
    expect((await fetch(`${laurel.url}/auth/${path}`, { headers: { Cookie } })).status, path).toBe(404);
  for (const path of [
    'change-email',
    'delete-user',
    'update-session',
    'sign-in/social',
    'link-social',
    'verify-password',
  ])
    expect((await post(path, { newEmail: 'victim@example.org' }, Cookie)).status, path).toBe(404);
  expect((await post('update-user', { name: '  Carla Curious ' }, Cookie)).status).toBe(200);
  expect((await native({ Cookie }).session.get.query()).user.name).toBe('Carla Curious');
});

test('limits sign-in attempts by address, whatever address the caller claims', async () => {
  const guess = (index: number) =>
    fetch(`${laurel.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Origin: laurel.url,
        'X-Forwarded-For': `10.0.0.${index}`,
        'X-Laurel-Address': `10.0.0.${index}`,
      },
      // Different accounts, whose own limits are not reached.
      body: JSON.stringify({ email: `nobody${index}@example.org`, password: `guess number ${index}` }),
    });
  expect((await guess(0)).status).toBe(401);
  // The window may end while a busy machine hashes passwords: one group of guesses is then split over two windows, the next is not.
  const groups = [0, 1, 2].map((group) => Array.from({ length: 31 }, (_, index) => group * 31 + index));
  const statuses = new Set<number>();
  for (const group of groups)
    if (!statuses.has(429)) for (const { status } of await Promise.all(group.map(guess))) statuses.add(status);
  expect(statuses).toContain(429);
});
