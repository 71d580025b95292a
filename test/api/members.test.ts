import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { codeOf, cookieOf, nativeClient, PASSWORD, sessionOf, signInAs } from '../support/people.ts';

let laurel: Laurel;
let mailbox: Mailbox;
let tenant: Tenant;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url });
  tenant = await laurel.tenant();
});

const member = async (email: string, role: string, of: Pick<Tenant, 'organisationId'> = tenant) =>
  nativeClient(laurel, await sessionOf(laurel, of, email, role));
const tokenOf = (url: string): string => new URL(url).searchParams.get('token') ?? '';
const anybody = () => nativeClient(laurel, {});

test('an invitation is mailed, makes one account with the role, and works once', async () => {
  const owner = await member('first@example.org', 'owner');
  const { url, emailed } = await owner.members.invite.mutate({ email: 'Guest@Example.org', role: 'issuer' });
  expect(emailed).toBe(true);
  expect(mailbox.mails.at(-1)?.text).toContain(url);
  const token = tokenOf(url);
  const told = { organisation: 'Test House', email: 'Guest@Example.org', role: 'issuer', hasAccount: false };
  expect(await anybody().invitations.get.query({ token })).toEqual(told);
  expect(await anybody().invitations.accept.mutate({ token }).catch(codeOf)).toBe('VALIDATION_ERROR');
  await anybody().invitations.accept.mutate({ token, name: 'Guest', password: PASSWORD });
  const Cookie = cookieOf(await signInAs(laurel, 'guest@example.org'));
  const { organisations, user } = await nativeClient(laurel, { Cookie }).session.get.query();
  expect(user.name).toBe('Guest');
  expect(organisations).toMatchObject([{ id: tenant.organisationId, role: 'issuer' }]);
  expect(await anybody().invitations.accept.mutate({ token, name: 'X', password: PASSWORD }).catch(codeOf)).toBe(
    'NOT_FOUND',
  );
});

test('who has an account joins with it signed in, and nobody else can', async () => {
  const owner = await member('second@example.org', 'owner');
  const elsewhere = await laurel.tenant();
  const theirs = await sessionOf(laurel, elsewhere, 'known@example.org', 'viewer');
  const token = tokenOf((await owner.members.invite.mutate({ email: 'known@example.org', role: 'admin' })).url);
  const input = { token, name: 'Thief', password: 'a new password' };
  expect(await anybody().invitations.accept.mutate(input).catch(codeOf)).toBe('UNAUTHORIZED');
  expect(await owner.invitations.accept.mutate(input).catch(codeOf)).toBe('UNAUTHORIZED');
  const known = nativeClient(laurel, theirs);
  expect(await known.invitations.accept.mutate({ token })).toEqual({ organisationId: tenant.organisationId });
  expect((await known.session.get.query()).organisations.map(({ role }) => role).sort()).toEqual(['admin', 'viewer']);
  expect((await signInAs(laurel, 'known@example.org', 'a new password')).status).toBe(401);
});

test('a withdrawn invitation opens nothing, and a second one to the same address ends the first', async () => {
  const admin = await member('third@example.org', 'admin');
  const first = await admin.members.invite.mutate({ email: 'twice@example.org', role: 'viewer' });
  const second = await admin.members.invite.mutate({ email: 'TWICE@example.org', role: 'issuer' });
  expect(
    await anybody()
      .invitations.get.query({ token: tokenOf(first.url) })
      .catch(codeOf),
  ).toBe('NOT_FOUND');
  expect((await admin.members.list.query()).invitations).toMatchObject([{ id: second.id, role: 'issuer' }]);
  await admin.members.withdrawInvitation.mutate({ id: second.id });
  expect(
    await anybody()
      .invitations.get.query({ token: tokenOf(second.url) })
      .catch(codeOf),
  ).toBe('NOT_FOUND');
  expect(await admin.members.invite.mutate({ email: 'third@example.org', role: 'viewer' }).catch(codeOf)).toBe(
    'VALIDATION_ERROR',
  );
});

test('only owners make, change and remove owners, and one owner always remains', async () => {
  const house = await laurel.tenant();
  const owner = await member('owner@house.example', 'owner', house);
  const admin = await member('admin@house.example', 'admin', house);
  const idOf = async (email: string) =>
    (await owner.members.list.query()).members.find((one) => one.email === email)?.userId ?? '';
  const [ownerId, adminId] = [await idOf('owner@house.example'), await idOf('admin@house.example')];
  expect(await admin.members.invite.mutate({ email: 'x@house.example', role: 'owner' }).catch(codeOf)).toBe(
    'FORBIDDEN',
  );
  expect(await admin.members.changeRole.mutate({ userId: adminId, role: 'owner' }).catch(codeOf)).toBe('FORBIDDEN');
  expect(await admin.members.remove.mutate({ userId: ownerId }).catch(codeOf)).toBe('FORBIDDEN');
  expect(await owner.members.remove.mutate({ userId: ownerId }).catch(codeOf)).toBe('VALIDATION_ERROR');
  await owner.members.changeRole.mutate({ userId: adminId, role: 'owner' });
  const leave = [owner.members.remove.mutate({ userId: ownerId }), admin.members.remove.mutate({ userId: adminId })];
  const outcomes = await Promise.allSettled(leave);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a removed member may do nothing from the next request on', async () => {
  const owner = await member('fourth@example.org', 'owner');
  const leaver = await member('leaver@example.org', 'issuer');
  const { members } = await owner.members.list.query();
  await owner.members.remove.mutate({
    userId: members.find(({ email }) => email === 'leaver@example.org')?.userId ?? '',
  });
  expect(await leaver.templates.list.query().catch(codeOf)).toBe('UNAUTHORIZED');
});

test('members of one organisation see and change nobody of another', async () => {
  const owner = await member('fifth@example.org', 'owner');
  const other = await laurel.tenant();
  const stranger = await member('stranger@example.org', 'owner', other);
  const [their] = (await stranger.members.list.query()).members;
  expect(JSON.stringify(await owner.members.list.query())).not.toContain('stranger@example.org');
  expect(await owner.members.remove.mutate({ userId: their?.userId ?? '' }).catch(codeOf)).toBe('NOT_FOUND');
});

test('the audit log says who did what, people and keys, and only to those who may read it', async () => {
  const house = await laurel.tenant();
  const owner = await member('auditor@example.org', 'owner', house);
  await owner.apiKeys.create.mutate({ name: 'Shop', scopes: ['credits:read'] });
  await owner.organisation.update.mutate({ organizationName: 'Renamed' });
  const { id } = await laurel.issue(house);
  await laurel.call(`/certificates/${id}/revoke`, { key: house.key, body: { reason: 'a mistake' } });
  await owner.certificates.reinstate.mutate({ id });
  const { entries } = await owner.audit.list.query({ limit: 10 });
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['auditor@example.org', 'certificates.reinstate', id],
    ['API key “test”', 'certificates.revoke', id],
    ['auditor@example.org', 'organisation.update', null],
    ['auditor@example.org', 'apiKeys.create', 'Shop'],
  ]);
  const issuer = await member('curious@example.org', 'issuer', house);
  expect(await issuer.audit.list.query({ limit: 10 }).catch(codeOf)).toBe('FORBIDDEN');
});
