import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let session: Record<string, string>;
let owner: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  session = await sessionOf(laurel, tenant, 'owner@audit-changes.example', 'owner');
  owner = nativeClient(laurel, session);
});

const latest = async () => {
  const [entry] = (await owner.audit.list.query({ limit: 1 })).entries;
  return { action: entry?.action, changes: entry?.changes };
};

test('an entry has the fields that changed, with their values before and after', async () => {
  await owner.organisation.update.mutate({ brandColor: '#112233' });
  await owner.organisation.update.mutate({ brandColor: '#445566', websiteUrl: 'https://school.example' });
  expect(await latest()).toEqual({
    action: 'organisation.update',
    changes: [
      { field: 'brandColor', from: '#112233', to: '#445566' },
      { field: 'websiteUrl', from: null, to: 'https://school.example' },
    ],
  });

  await createMember(laurel, tenant, 'member@audit-changes.example', 'viewer');
  expect((await owner.audit.list.query({ limit: 1, withOperator: true })).entries[0]?.changes).toEqual([
    { field: 'role', from: null, to: 'viewer' },
  ]);
  const { members } = await owner.members.list.query();
  const userId = members.find(({ email }) => email === 'member@audit-changes.example')?.userId ?? '';
  await owner.members.changeRole.mutate({ userId, role: 'issuer' });
  expect((await latest()).changes).toEqual([{ field: 'role', from: 'viewer', to: 'issuer' }]);
  await owner.members.remove.mutate({ userId });
  expect((await latest()).changes).toEqual([{ field: 'role', from: 'issuer', to: null }]);

  await owner.apiKeys.create.mutate({ name: 'LMS', scopes: ['credits:read', 'events:read'] });
  expect((await latest()).changes).toEqual([{ field: 'scopes', from: null, to: 'credits:read, events:read' }]);
});

test('an entry of a webhook has its former address, and never its secret', async () => {
  const { id } = await owner.webhooks.create.mutate({
    ...{ name: 'LMS', url: 'http://127.0.0.1:9/one', events: ['certificate.issued'] },
  });
  await owner.webhooks.update.mutate({ id, url: 'http://127.0.0.1:9/two' });
  expect((await latest()).changes).toEqual([
    { field: 'url', from: 'http://127.0.0.1:9/one', to: 'http://127.0.0.1:9/two' },
  ]);
  await owner.webhooks.rotateSecret.mutate({ id });
  expect((await latest()).changes).toEqual([]);
});

test('an entry of a certificate has its former expiry, and of a correction only the names of the fields', async () => {
  const { id } = await owner.certificates.generate.mutate({ templateId: tenant.templateId, variables: VARIABLES });
  await laurel.rendered(tenant.key, id);
  await owner.certificates.changeExpiry.mutate({ id, expiresAt: '2050-12-31', reason: 'Extended' });
  await owner.certificates.changeExpiry.mutate({ id, expiresAt: null, reason: 'For life' });
  expect((await latest()).changes).toEqual([{ field: 'expiresAt', from: '2051-01-01T00:00:00.000Z', to: null }]);
  await laurel.rendered(tenant.key, id);
  await owner.certificates.correct.mutate({ id, variables: { name: 'Secret Name' }, reason: 'Typo' });
  expect((await latest()).changes).toEqual([{ field: 'variables.name', from: null, to: null }]);
});

test('the log is searched by person, subject and value, and filtered by action and time', async () => {
  const other = await laurel.tenant();
  const person = nativeClient(laurel, await sessionOf(laurel, other, 'head@audit-search.example', 'owner'));
  await person.organisation.update.mutate({ websiteUrl: 'https://Riverside.example/100%25_a' });
  await person.apiKeys.create.mutate({ name: 'Exports', scopes: ['credits:read'] });
  const found = async (filter: Parameters<typeof person.audit.list.query>[0]) =>
    (await person.audit.list.query(filter)).entries.map(({ action }) => action);
  const both = ['apiKeys.create', 'organisation.update'];
  expect(await found({ search: 'HEAD@audit' })).toEqual(expect.arrayContaining(both));
  expect(await found({ search: 'riverside' })).toEqual(['organisation.update']);
  expect(await found({ search: '%25_A' })).toEqual(['organisation.update']);
  expect(await found({ search: 'export' })).toEqual(['apiKeys.create']);
  expect(await found({ search: '_xports' })).toEqual([]);
  await person.organisation.update.mutate({ emailSignature: 'The "best"\nschool' });
  expect(await found({ search: 'the "best"\nschool' })).toEqual(['organisation.update']);
  // A value is found where it was set, and where it was replaced.
  await person.organisation.update.mutate({ emailSignature: 'Regards' });
  expect(await found({ search: 'the "best"\nschool' })).toEqual(['organisation.update', 'organisation.update']);
  expect(await found({ search: '"from"' })).toEqual([]);
  expect(await found({ action: 'apiKeys.create' })).toEqual(['apiKeys.create']);
  const now = laurel.installation.services.now();
  expect(await found({ createdAfter: new Date(now.getTime() + 60_000) as never })).toEqual([]);
  expect(await found({ createdBefore: new Date(now.getTime() - 3_600_000) as never })).toEqual([]);
  expect(await found({ search: 'head@', createdBefore: new Date(now.getTime() + 60_000) as never })).toEqual(
    expect.arrayContaining(both),
  );
});

test("the log is exported as CSV with its changes and the operator's actions, by those who may read it, and with the same filter", async () => {
  await owner.organisation.update.mutate({ emailSignature: '=1+1\nRegards' });
  const follow = (cookie: string | undefined, query = '') =>
    fetch(`${laurel.url}/exports/audit.csv?organisationId=${tenant.organisationId}${query}`, {
      headers: { Cookie: cookie ?? '' },
    });
  const answer = await follow(session.Cookie, '&action=organisation.update');
  expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([
    200,
    expect.stringContaining('audit-log.csv'),
  ]);
  const [header, ...lines] = (await answer.text()).split('\n');
  expect(header).toBe('createdAt,actor,action,subject,changes');
  expect(lines.join('\n')).toContain('emailSignature:  → =1+1\nRegards"');
  expect(lines.join('\n')).not.toContain('apiKeys.create');
  const viewer = await sessionOf(laurel, tenant, 'viewer@audit-changes.example', 'viewer');
  expect((await follow(viewer.Cookie)).status).toBe(403);
  expect(await (await follow(session.Cookie)).text()).toContain(
    '"Operator","members.add","viewer@audit-changes.example"',
  );
  expect((await follow(session.Cookie, '&acton=x')).status).toBe(400);
});
