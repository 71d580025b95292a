import { beforeAll, expect, test } from 'vitest';
import type { Role } from '../../domain/access/rules.ts';
import { lockMembers } from '../../domain/members/rules.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { codeOf, cookieOf, createMember, nativeClient, PASSWORD, sessionOf, signInAs } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
});

const member = async (email: string, role: Role, of: Pick<Tenant, 'organisationId'> = tenant) =>
  nativeClient(laurel, await sessionOf(laurel, of, email, role));
type Native = Awaited<ReturnType<typeof member>>;
const tokenOf = (text: string | undefined): string => /\/invitation\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const seenTokens = new Set<string>();
/** Returns the token of the next link that is mailed to a person. */
async function tokenFor(address: string): Promise<string> {
  const { text } = await lastMailTo(address, (mail) => {
    const token = tokenOf(mail.text);
    return token !== '' && !seenTokens.has(token);
  });
  seenTokens.add(tokenOf(text));
  return tokenOf(text);
}
async function invite(by: Native, email: string, role: Role): Promise<string> {
  await by.members.invite.mutate({ email, role });
  return tokenFor(email);
}
const idOf = async (by: Native, email: string): Promise<string> =>
  (await by.members.list.query()).members.find((one) => one.email === email)?.userId ?? '';
const anybody = () => nativeClient(laurel, {});

test('an invitation is mailed, creates one account with the role, and works once', async () => {
  const owner = await member('first@members.example', 'owner');
  const invited = await owner.members.invite.mutate({ email: 'Guest@Members.example', role: 'issuer' });
  expect(invited).toEqual({ id: expect.any(String), isOutbox: false });
  const token = await tokenFor('Guest@Members.example');
  const { invitations } = await owner.members.list.query();
  const { entries } = await owner.audit.list.query({ limit: 100 });
  expect(JSON.stringify([invited, invitations, entries])).not.toContain(token);
  const told = { organisation: tenant.name, email: 'Guest@Members.example', role: 'issuer', hasAccount: false };
  expect(await anybody().invitations.get.query({ token })).toEqual(told);
  expect(await anybody().invitations.accept.mutate({ token }).catch(codeOf)).toBe('VALIDATION_ERROR');
  await anybody().invitations.accept.mutate({ token, name: 'Guest', password: PASSWORD });
  const Cookie = cookieOf(await signInAs(laurel, 'guest@members.example'));
  const { organisations, user } = await nativeClient(laurel, { Cookie }).session.get.query();
  expect(user.name).toBe('Guest');
  expect(organisations).toMatchObject([{ id: tenant.organisationId, role: 'issuer' }]);
  expect(await anybody().invitations.accept.mutate({ token, name: 'X', password: PASSWORD }).catch(codeOf)).toBe(
    'NOT_FOUND',
  );
});

test('a person with an account joins while signed in with it, and nobody else can', async () => {
  const owner = await member('second@members.example', 'owner');
  const elsewhere = await laurel.tenant();
  const theirs = await sessionOf(laurel, elsewhere, 'known@members.example', 'viewer');
  const token = await invite(owner, 'known@members.example', 'admin');
  const input = { token, name: 'Thief', password: 'a new password' };
  expect(await anybody().invitations.accept.mutate(input).catch(codeOf)).toBe('UNAUTHORIZED');
  expect(await owner.invitations.accept.mutate(input).catch(codeOf)).toBe('UNAUTHORIZED');
  const known = nativeClient(laurel, theirs);
  expect(await known.invitations.accept.mutate({ token })).toEqual({ organisationId: tenant.organisationId });
  expect((await known.session.get.query()).organisations.map(({ role }) => role).sort()).toEqual(['admin', 'viewer']);
  expect((await signInAs(laurel, 'known@members.example', 'a new password')).status).toBe(401);
});

test('a withdrawn invitation is invalid, and a second one to the same address invalidates the first', async () => {
  const admin = await member('third@members.example', 'admin');
  const first = await invite(admin, 'twice@members.example', 'viewer');
  const second = await admin.members.invite.mutate({ email: 'TWICE@members.example', role: 'issuer' });
  expect(await anybody().invitations.get.query({ token: first }).catch(codeOf)).toBe('NOT_FOUND');
  expect((await admin.members.list.query()).invitations).toMatchObject([{ id: second.id, role: 'issuer' }]);
  const token = await tokenFor('TWICE@members.example');
  expect(await anybody().invitations.get.query({ token })).toMatchObject({ role: 'issuer' });
  await admin.members.withdrawInvitation.mutate({ id: second.id });
  expect(await anybody().invitations.get.query({ token }).catch(codeOf)).toBe('NOT_FOUND');
  expect(await admin.members.invite.mutate({ email: 'third@members.example', role: 'viewer' }).catch(codeOf)).toBe(
    'VALIDATION_ERROR',
  );
});

test('only owners add, change and remove owners, and one owner always remains', async () => {
  const organisation = await laurel.tenant();
  const owner = await member('owner@members.example', 'owner', organisation);
  const admin = await member('admin@members.example', 'admin', organisation);
  const [ownerId, adminId] = [await idOf(owner, 'owner@members.example'), await idOf(owner, 'admin@members.example')];
  expect(await admin.members.invite.mutate({ email: 'x@members.example', role: 'owner' }).catch(codeOf)).toBe(
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

test('a removed member loses access with the next request', async () => {
  const owner = await member('fourth@members.example', 'owner');
  const leaver = await member('leaver@members.example', 'issuer');
  await owner.members.remove.mutate({ userId: await idOf(owner, 'leaver@members.example') });
  expect(await leaver.templates.list.query().catch(codeOf)).toBe('UNAUTHORIZED');
});

const join = (token: string) =>
  anybody()
    .invitations.accept.mutate({ token, name: 'Joiner', password: PASSWORD })
    .then(() => 'joined', codeOf);

test('a removed member cannot return by an invitation of their own making', async () => {
  const owner = await member('host@members.example', 'owner');
  const admin = await member('double@members.example', 'admin');
  const second = await invite(admin, 'second-address@members.example', 'admin');
  const others = await invite(owner, 'somebody-else@members.example', 'viewer');
  await owner.members.remove.mutate({ userId: await idOf(owner, 'double@members.example') });
  expect(await join(second)).toBe('NOT_FOUND');
  expect(await join(others)).toBe('joined');
  const theirs = await invite(owner, 'double@members.example', 'viewer');
  await createMember(laurel, tenant, 'double@members.example', 'viewer');
  await owner.members.remove.mutate({ userId: await idOf(owner, 'double@members.example') });
  expect(await admin.invitations.accept.mutate({ token: theirs }).catch(codeOf)).toBe('NOT_FOUND');
});

test('a lower role withdraws only the invitations that it could not make', async () => {
  const organisation = await laurel.tenant();
  const [first, second] = [
    await member('one@demoted.example', 'owner', organisation),
    await member('two@demoted.example', 'owner', organisation),
  ];
  const asOwner = await invite(second, 'to-owner@demoted.example', 'owner');
  const asAdmin = await invite(second, 'to-admin@demoted.example', 'admin');
  const userId = await idOf(first, 'two@demoted.example');
  await first.members.changeRole.mutate({ userId, role: 'admin' });
  expect([await join(asOwner), await join(asAdmin)]).toEqual(['NOT_FOUND', 'joined']);
  const asIssuer = await invite(second, 'to-issuer@demoted.example', 'issuer');
  await first.members.changeRole.mutate({ userId, role: 'issuer' });
  expect(await join(asIssuer)).toBe('NOT_FOUND');
});

test('accepting an older invitation neither lowers a role nor removes the last owner', async () => {
  const organisation = await laurel.tenant();
  const owner = await member('founder@lower.example', 'owner', organisation);
  const token = await invite(owner, 'heir@lower.example', 'viewer');
  const heir = await member('heir@lower.example', 'owner', organisation);
  await owner.members.remove.mutate({ userId: await idOf(owner, 'founder@lower.example') });
  await heir.invitations.accept.mutate({ token }).catch(codeOf);
  expect((await heir.members.list.query()).members).toMatchObject([{ email: 'heir@lower.example', role: 'owner' }]);
});

test('accepting an invitation twice concurrently creates one account and one member', async () => {
  const owner = await member('patient@members.example', 'owner');
  const token = await invite(owner, 'hasty@members.example', 'issuer');
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => join(token)));
  expect(outcomes.filter((outcome) => outcome === 'joined')).toHaveLength(1);
  expect(outcomes.every((outcome) => ['joined', 'UNAUTHORIZED', 'NOT_FOUND'].includes(outcome ?? ''))).toBe(true);
  expect((await signInAs(laurel, 'hasty@members.example')).status).toBe(200);
});

test('one owner remains, whatever owners concurrently do to each other and themselves', async () => {
  const organisation = await laurel.tenant();
  const [first, second] = [
    await member('one@rivals.example', 'owner', organisation),
    await member('two@rivals.example', 'owner', organisation),
  ];
  const [one, two] = [await idOf(first, 'one@rivals.example'), await idOf(first, 'two@rivals.example')];
  const changes: ((by: Native, userId: string) => Promise<unknown>)[] = [
    (by, userId) => by.members.changeRole.mutate({ userId, role: 'viewer' }),
    (by, userId) => by.members.remove.mutate({ userId }),
  ];
  for (const change of changes) {
    for (const [ofFirst, ofSecond] of [
      [two, one],
      [one, two],
    ] as const) {
      await Promise.allSettled([change(first, ofFirst), change(second, ofSecond)]);
      const seen = await first.members.list.query().catch(() => second.members.list.query());
      const owners = seen.members.filter(({ role }) => role === 'owner');
      expect(owners).toHaveLength(1);
      for (const email of ['one@rivals.example', 'two@rivals.example'])
        await createMember(laurel, organisation, email, 'owner');
    }
  }
});

test('a change of members waits for the previous one, up to a timeout', async () => {
  const owner = await member('patient@members.example', 'owner');
  const change = () => owner.members.invite.mutate({ email: 'waits@members.example', role: 'viewer' });
  await laurel.installation.services.em().transactional(async (em) => {
    await lockMembers(em, laurel.installation.services, tenant.organisationId);
    expect(await change().catch(codeOf)).toBe('SERVICE_UNAVAILABLE');
  });
  expect(await change()).toMatchObject({ isOutbox: false });
});

test('requests of a person who is being removed leave no effect', async () => {
  const owner = await member('remover@members.example', 'owner');
  const admin = await member('removed@members.example', 'admin');
  const userId = await idOf(owner, 'removed@members.example');
  const invitations = Array.from({ length: 8 }, (_, index) =>
    admin.members.invite.mutate({ email: `late-${index}@members.example`, role: 'admin' }),
  );
  await Promise.allSettled([
    ...invitations.slice(0, 4),
    owner.members.remove.mutate({ userId }),
    ...invitations.slice(4),
  ]);
  const open = (await owner.members.list.query()).invitations.map(({ email }) => email);
  expect(open.filter((email) => email.startsWith('late-'))).toEqual([]);
});

test("members of one organisation neither see nor change another's", async () => {
  const owner = await member('fifth@members.example', 'owner');
  const other = await laurel.tenant();
  const stranger = await member('stranger@members.example', 'owner', other);
  const [their] = (await stranger.members.list.query()).members;
  expect(JSON.stringify(await owner.members.list.query())).not.toContain('stranger@members.example');
  expect(await owner.members.remove.mutate({ userId: their?.userId ?? '' }).catch(codeOf)).toBe('NOT_FOUND');
});

test('the audit log names people and keys, and only shows them to permitted members', async () => {
  const organisation = await laurel.tenant();
  const owner = await member('auditor@members.example', 'owner', organisation);
  await owner.apiKeys.create.mutate({ name: 'Shop', scopes: ['credits:read'] });
  await owner.organisation.update.mutate({ organizationName: 'Renamed' });
  const { id } = await laurel.issue(organisation);
  await laurel.call(`/certificates/${id}/revoke`, { key: organisation.key, body: { reason: 'a mistake' } });
  await owner.certificates.reinstate.mutate({ id });
  const { entries } = await owner.audit.list.query({ limit: 10 });
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['auditor@members.example', 'certificates.reinstate', id],
    ['API key “test”', 'certificates.revoke', id],
    ['auditor@members.example', 'organisation.update', null],
    ['auditor@members.example', 'apiKeys.create', 'Shop'],
    ['auditor@members.example', 'account.signIn', null],
  ]);
  const issuer = await member('curious@members.example', 'issuer', organisation);
  expect(await issuer.audit.list.query({ limit: 10 }).catch(codeOf)).toBe('FORBIDDEN');
});

test('records sign-in, password changes and resets in the audit log of each organisation of the person', async () => {
  const [first, second] = [await laurel.tenant(), await laurel.tenant()];
  const email = 'audited@members.example';
  for (const one of [first, second]) await createMember(laurel, one, email, 'owner');
  const post = (path: string, body: object, Cookie = '') =>
    fetch(`${laurel.url}/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: laurel.url, Cookie },
      body: JSON.stringify(body),
    });
  const Cookie = cookieOf(await signInAs(laurel, email));
  expect((await signInAs(laurel, email, 'a wrong password')).status).toBe(401);
  const changed = await post(
    'change-password',
    { currentPassword: PASSWORD, newPassword: 'one good password' },
    Cookie,
  );
  expect(changed.status).toBe(200);
  expect((await post('request-password-reset', { email })).status).toBe(200);
  const mail = await lastMailTo(email);
  const [, token = ''] = /reset-password\/([\w-]+)/.exec(mail.text ?? '') ?? [];
  expect((await post('reset-password', { token, newPassword: PASSWORD })).status).toBe(200);
  const again = cookieOf(await signInAs(laurel, email));
  for (const { organisationId } of [first, second]) {
    const { entries } = await nativeClient(laurel, {
      Cookie: again,
      'X-Laurel-Organisation': organisationId,
    }).audit.list.query({});
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      [email, 'account.signIn'],
      [email, 'account.resetPassword'],
      [email, 'account.changePassword'],
      [email, 'account.signIn'],
    ]);
  }
});
