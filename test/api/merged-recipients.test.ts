import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
beforeAll(async () => {
  laurel = await Laurel.shared();
});

let members = 0;
const memberOf = async (tenant: Tenant) =>
  nativeClient(laurel, await sessionOf(laurel, tenant, `m${++members}@merges.example`, 'issuer'));
const get = async ({ key }: Tenant, path: string) => (await laurel.call(path, { key })).body;

/** Issues to addresses in this order, and returns the ids of the recipients. */
async function issueTo(tenant: Tenant, ...people: (readonly [address: string, name: string])[]): Promise<string[]> {
  const { key, templateId } = tenant;
  const ids: string[] = [];
  for (const [recipientEmail, name] of people) {
    const body = { templateId, variables: { ...VARIABLES, name }, recipientEmail };
    const { id } = (await laurel.call('/certificates', { key, body })).body;
    ids.push((await get(tenant, `/certificates/${id}`)).recipientId);
  }
  return ids;
}

const listed = async (tenant: Tenant, query = '') => {
  const { recipients, nextCursor } = await get(tenant, `/recipients?${query}`);
  const all = recipients.map(({ email, otherAddresses }: Listed) => [email, ...otherAddresses.map((one) => one.email)]);
  return { all, nextCursor };
};
interface Listed {
  email: string;
  otherAddresses: { email: string }[];
}

test('two addresses of a person are listed once, with all certificates, until they are separated', async () => {
  const tenant = await laurel.tenant();
  const [work = '', home = '', bob = ''] = await issueTo(
    tenant,
    ['z@work.example', 'Ada Lovelace'],
    ['a@home.example', 'Ada King'],
    ['b@work.example', 'Bob'],
  );
  const member = await memberOf(tenant);
  const merged = await member.recipients.merge.mutate({ id: home, into: work });
  expect(merged).toMatchObject({
    ...{ id: work, email: 'z@work.example', name: 'Ada King', certificateCount: 2 },
    otherAddresses: [{ id: home, email: 'a@home.example' }],
  });
  for (const id of [work, home]) {
    expect(await get(tenant, `/recipients/${id}`)).toEqual(merged);
    const { certificates } = await get(tenant, `/certificates?recipientId=${id}`);
    expect(certificates.map((one: { recipientEmail: string }) => one.recipientEmail)).toEqual([
      'a@home.example',
      'z@work.example',
    ]);
  }
  expect((await listed(tenant)).all).toEqual([['z@work.example', 'a@home.example'], ['b@work.example']]);
  const byAddress = await get(tenant, '/certificates?recipientEmail=a@home.example');
  expect(byAddress.certificates).toHaveLength(1);
  expect(byAddress.certificates[0].recipientId).toBe(home);
  // A second call changes nothing, in either direction.
  await member.recipients.merge.mutate({ id: work, into: home });
  expect(await member.recipients.separate.mutate({ id: work })).toEqual(merged);
  const apart = await member.recipients.separate.mutate({ id: home });
  expect(apart).toMatchObject({ id: home, otherAddresses: [], certificateCount: 1 });
  await member.recipients.separate.mutate({ id: home });
  expect((await listed(tenant)).all).toEqual([['a@home.example'], ['b@work.example'], ['z@work.example']]);
  expect((await get(tenant, `/certificates?recipientId=${work}`)).certificates).toHaveLength(1);
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@merges.example', 'owner'));
  const { entries } = await owner.audit.list.query({ limit: 10 });
  const changes = entries.filter(({ action }) => action.startsWith('recipients.'));
  expect(changes.map(({ action, subject }) => [action, subject])).toEqual([
    ['recipients.separate', home],
    ['recipients.merge', work],
  ]);
  expect(bob).not.toBe('');
});

test('a person is found by each address and name, once, on one page', async () => {
  const tenant = await laurel.tenant();
  const people = ['a', 'b', 'c', 'd', 'e'].map((letter) => [`${letter}@x.example`, `Person ${letter}`] as const);
  const [a = '', b = '', c = '', d = '', e = ''] = await issueTo(tenant, ...people);
  const member = await memberOf(tenant);
  await member.recipients.merge.mutate({ id: a, into: d });
  await member.recipients.merge.mutate({ id: b, into: a });
  await member.recipients.merge.mutate({ id: e, into: c });
  const [first, second] = [
    ['d@x.example', 'a@x.example', 'b@x.example'],
    ['c@x.example', 'e@x.example'],
  ];
  expect((await listed(tenant)).all).toEqual([first, second]);
  for (const search of ['a@x', 'b@x', 'person d', 'd@x.example'])
    expect((await listed(tenant, `search=${encodeURIComponent(search)}`)).all).toEqual([first]);
  expect((await listed(tenant, 'search=person')).all).toEqual([first, second]);
  const page = await listed(tenant, 'limit=1');
  expect(page.all).toEqual([first]);
  const next = await listed(tenant, `limit=1&cursor=${page.nextCursor}`);
  expect(next).toEqual({ all: [second], nextCursor: null });
});

test('merges of merged recipients form one person, and concurrent ones no circle', async () => {
  const tenant = await laurel.tenant();
  const ids = await issueTo(tenant, ...['a', 'b', 'c', 'd'].map((letter) => [`${letter}@x.example`, letter] as const));
  const member = await memberOf(tenant);
  const pairs = ids.flatMap((id) => ids.filter((into) => into !== id).map((into) => ({ id, into })));
  await Promise.all(pairs.map((pair) => member.recipients.merge.mutate(pair)));
  const { all } = await listed(tenant);
  expect(all).toHaveLength(1);
  expect(all[0]).toHaveLength(4);
  for (const id of ids) expect((await get(tenant, `/certificates?recipientId=${id}`)).certificates).toHaveLength(4);
});

test('a person has 20 addresses at most, however they are brought together', async () => {
  const tenant = await laurel.tenant();
  const people = Array.from({ length: 21 }, (_, index) => [`p${index}@x.example`, `P${index}`] as const);
  const [first = '', second = '', ...rest] = await issueTo(tenant, ...people);
  const member = await memberOf(tenant);
  const merge = (id: string, into: string) => member.recipients.merge.mutate({ id, into });
  for (const [index, id] of rest.entries()) await merge(id, index < 9 ? first : second);
  for (const pair of [[first, second] as const, [second, first] as const])
    await expect(merge(...pair)).rejects.toMatchObject({ data: { details: [{ path: 'id', code: 'too_many' }] } });
  await member.recipients.separate.mutate({ id: rest[0] ?? '' });
  expect((await merge(first, second)).otherAddresses).toHaveLength(19);
});

test('a merge ends while its recipient has no certificates, and holds again afterwards', async () => {
  const tenant = await laurel.tenant();
  const { key, templateId } = tenant;
  const body = { templateId, variables: VARIABLES, recipientEmail: 'main@x.example' };
  const { id } = (await laurel.call('/certificates', { key, body })).body;
  const { recipientId: main } = await get(tenant, `/certificates/${id}`);
  const [one = '', two = ''] = await issueTo(tenant, ['one@x.example', 'One'], ['two@x.example', 'Two']);
  const member = await memberOf(tenant);
  await member.recipients.merge.mutate({ id: one, into: main });
  await member.recipients.merge.mutate({ id: two, into: main });
  await laurel.rendered(key, id);
  const moved = await laurel.call(`/certificates/${id}/email`, { key, body: { recipientEmail: 'moved@x.example' } });
  expect(moved.status).toBe(200);
  expect((await listed(tenant)).all).toEqual([['moved@x.example'], ['one@x.example'], ['two@x.example']]);
  await issueTo(tenant, ['main@x.example', 'Main']);
  expect((await listed(tenant)).all).toEqual([
    ['main@x.example', 'one@x.example', 'two@x.example'],
    ['moved@x.example'],
  ]);
});

test('recipients of another organisation cannot be merged or separated, nor a recipient with itself', async () => {
  const [tenant, other] = [await laurel.tenant(), await laurel.tenant()];
  const [own = ''] = await issueTo(tenant, ['a@x.example', 'A']);
  const [foreign = ''] = await issueTo(other, ['a@x.example', 'A']);
  const member = await memberOf(tenant);
  const code = (error: { data?: { code?: string } }) => error.data?.code;
  expect(await member.recipients.merge.mutate({ id: foreign, into: own }).catch(code)).toBe('NOT_FOUND');
  expect(await member.recipients.merge.mutate({ id: own, into: foreign }).catch(code)).toBe('NOT_FOUND');
  expect(await member.recipients.separate.mutate({ id: foreign }).catch(code)).toBe('NOT_FOUND');
  expect(await member.recipients.merge.mutate({ id: own, into: own }).catch(code)).toBe('VALIDATION_ERROR');
  expect((await listed(other)).all).toEqual([['a@x.example']]);
});
